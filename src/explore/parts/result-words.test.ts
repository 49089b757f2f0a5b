import { describe, expect, it } from 'vitest'
import type { VotedMotion } from '../../core/headings/outcome.ts'
import { locales } from '../locale.ts'
import { outcomeName } from './outcome-names.ts'
import { resultWords } from './result-words.ts'

const said = (motion: Partial<VotedMotion>) => {
  const whole: VotedMotion = {
    ...{ kind: 'motion', title: 'Orchard rink', title_from: 'subject', question: null },
    ...{ result: 'Defeated', result_note: null, tally_for: 3, tally_against: 8 },
    ...{ tally_weighted_for: null, tally_weighted_against: null, vote_basis: null, ...motion },
  }
  return locales.map(({ words }) => resultWords(whole, words))
}

describe('the result of a motion', () => {
  it.each<[Partial<VotedMotion>, string[]]>([
    [{ kind: 'amendment', question: 'amend' }, ['Amendment defeated', 'Amendement rejeté']],
    [
      { kind: 'amendment', question: 'amend', title_from: 'clause', result: 'Carried as amended' },
      ['Amendment carried as amended', 'Amendement adopté tel que modifié'],
    ],
    [
      { kind: 'amendment', question: 'amend', result: 'Ruled out of order' },
      ['Amendment: Ruled out of order', 'Amendement\u00a0: Ruled out of order'],
    ],
    [
      { kind: 'amendment', question: 'amend', result: 'Received' },
      ['Amendment received', 'Amendement reçu'],
    ],
    // A source that does not name the kind.
    [{ kind: null, question: 'amend' }, ['Amendment defeated', 'Amendement rejeté']],
    [
      { kind: 'procedural', question: 'procedural' },
      ['Procedural motion defeated', 'Motion de procédure rejetée'],
    ],
    [{ kind: 'procedural', question: 'procedural', title_from: 'clause' }, ['Defeated', 'Rejetée']],
    [{ question: 'approve', title_from: 'clause' }, ['Defeated', 'Rejetée']],
    [{ question: 'refuse', result: 'Carried' }, ['Refused', 'Refusée']],
    // Of a motion with words of its own, the result is not that of its subject.
    [
      { result: 'Withdrawn' },
      ['A motion on this: Withdrawn', 'Une motion à ce sujet\u00a0: Retirée'],
    ],
    [
      { result: 'Carried as amended' },
      [
        'A motion on this carried as amended',
        'Une motion à ce sujet a été adoptée avec modifications',
      ],
    ],
    [{ result: 'Withdrawn', question: 'approve' }, ['Withdrawn', 'Retirée']],
    [{ result: 'Withdrawn', title_from: 'clause' }, ['Withdrawn', 'Retirée']],
  ])('has its kind unless it is that of the thing itself: %o', (motion, words) => {
    expect(said(motion)).toEqual(words)
  })

  it('has no kind without a result', () => {
    expect(said({ kind: 'amendment', question: 'amend', result: null })).toEqual([null, null])
  })

  it('is named the same in a filter', () => {
    const named = locales.map(({ words }) => outcomeName('amendment_lost', words))
    expect(named).toEqual(['Amendment defeated', 'Amendement rejeté'])
  })
})
