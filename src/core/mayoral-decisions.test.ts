import { describe, expect, it } from 'vitest'
import { decisionKindOf, isOverride, responseIn, vetoLine } from './mayoral-decisions.ts'

describe('the kind of a decision', () => {
  it.each([
    ['Veto', 'veto'],
    ['Written Veto Document', 'veto'],
    ['Veto of By-law 2026-4', 'veto'],
    ['The Mayor vetoed By-law 2026-4', 'veto'],
    ['La mairesse exerce son droit de veto', 'veto'],
    ['No Veto', 'no_veto'],
    ['Not vetoed', 'no_veto'],
    ['Mayor will not veto', 'no_veto'],
    ['Decision not to exercise the power to veto', 'no_veto'],
    ['Absence de veto', 'no_veto'],
    ["Le maire n'exercera pas son droit de veto", 'no_veto'],
    ['Notice of intent to consider a veto', 'other'],
    ['Veto power explained', 'other'],
    ['Override of the veto', 'other'],
    ['Written Direction', 'direction'],
    ['Directive', 'direction'],
    ['Mayoral Directive: parking study', 'direction'],
    ['Appointment', 'appointment'],
    ['Nomination', 'appointment'],
    ['Committee', 'committee'],
    ['Dissolution of the Trails Committee', 'committee'],
    ['Budget', 'budget'],
    ['2026 Budget', 'budget'],
    ['Proclamation', 'other'],
  ])('%s is %s', (words, kind) => {
    expect(decisionKindOf(words)).toBe(kind)
  })
})

describe('the response of council', () => {
  it.each([
    ['Council overrode the veto', 'overridden'],
    ['Veto overridden, 8 to 3', 'overridden'],
    ['Le conseil a passé outre au veto', 'overridden'],
    ['Motion to override lost', 'not_overridden'],
    ['The veto was not overridden', 'not_overridden'],
    ['Received', null],
    ['Override to be considered on June 4', null],
  ])('%s is %s', (words, response) => {
    expect(responseIn(words)).toBe(response)
  })

  it('is a motion to override, not one against that', () => {
    const of = (text: string, question: string | null = null) =>
      isOverride({ question, title: null, text })
    expect(of('THAT the veto of By-law 5 be overridden.')).toBe(true)
    expect(of('THAT the veto be received.')).toBe(false)
    expect(of('THAT Council not override the veto.', 'override')).toBe(false)
  })
})

it('a veto has its subject for a line, which says that it is one', () => {
  const line = (subject: string, stated_kind: string | null) => vetoLine({ subject, stated_kind })
  expect(line('Veto of By-law 5', 'Decision')).toBe('Veto of By-law 5')
  expect(line('Fences', 'Written veto')).toBe('Written veto: Fences')
  expect(line('Fences', 'Decision')).toBe('Veto: Fences')
})
