import { describe, expect, it } from 'vitest'
import { endsVeto, isVeto, saysOverridden, saysVetoed } from './veto.ts'

const words = {
  vetoed: [
    'Vetoed',
    'VETOED BY THE MAYOR',
    'Vetoed by the head of council',
    'Veto',
    'Mayoral veto',
    "Mayor's Veto Sustained",
    'Mayor’s veto',
    'Override failed: vetoed',
    'Frappé d’un veto',
    'Véto du maire',
    'The warden exercised her veto',
    'Veto issued under section 284.11',
    'La mairesse a opposé son véto',
    'Droit de veto exercé le 4 mai',
    'Frappé d’un droit de veto',
    'Mayor vetoes by-law',
    'Written notice of veto',
    'Disapproved by the Mayor',
  ],
  overridden: [
    'Council overrides the veto',
    'Re-adopted over the Mayor’s veto',
    'Adopté malgré le véto',
    'Le conseil renverse le véto',
    'Veto override carried',
    'Veto overridden',
    'Overridden by Council',
    'Véto annulé',
    'Veto was withdrawn',
  ],
  neither: [
    'Not vetoed',
    'No veto',
    'Partially vetoed',
    'Vetoed in part',
    'Subject to veto',
    'Veto not exercised',
    'The mayor did not use his veto',
    'Le maire n’a pas exercé son véto',
    'No veto was issued',
    'Override of the veto',
    'The mayor vetoes part of the budget',
    'Motion to override',
    'Motion to override the veto failed',
    'Returned unsigned by the mayor',
    'Adopted',
    'Sans veto',
    'Notice of intent not to veto',
  ],
}

describe('words of a source', () => {
  it.each(words.vetoed)('%s: vetoed', (text) => {
    expect([saysVetoed(text), saysOverridden(text)]).toEqual([true, false])
  })
  it.each(words.overridden)('%s: no longer vetoed', (text) => {
    expect([saysVetoed(text), saysOverridden(text)]).toEqual([false, true])
  })
  it.each(words.neither)('%s: neither', (text) => {
    expect([saysVetoed(text), saysOverridden(text)]).toEqual([false, false])
  })
})

describe('a step', () => {
  const step = (description: string, ...classification: string[]) => ({
    description,
    classification,
  })

  it('is what its classification says, or else its words', () => {
    expect(isVeto(step('Sent back', 'executive-veto'))).toBe(true)
    expect(isVeto(step('Vetoed two lines', 'executive-veto-line-item'))).toBe(false)
    expect(isVeto(step('Vetoed by the warden'))).toBe(true)
    expect(endsVeto(step('Done', 'veto-override-passage'))).toBe(true)
    expect(endsVeto(step('Done', 'veto-override-failure'))).toBe(false)
    expect(endsVeto(step('Published', 'became-law'))).toBe(true)
  })

  it('that was defeated did not happen', () => {
    expect(endsVeto({ ...step('Veto overridden'), result: 'Defeated' })).toBe(false)
  })
})
