import { expect, it } from 'vitest'
import { lastOutcome } from './decisions.ts'

const motion = (slug: string, date: string, more = {}) => ({
  ...{ slug, date, kind: 'motion', title: 'Osprey tower', title_from: 'subject' as const },
  ...{ question: 'approve' as const, result: 'Carried', result_note: null },
  ...{ tally_for: null, tally_against: null, vote_basis: null, body_kind: 'council' },
  ...{ tally_weighted_for: null, tally_weighted_against: null, ...more },
})
const veto = { date: '2025-06-20', motion_slug: null }

it('states no decision if the day of one of several is unknown', () => {
  const dated = motion('a', '2025-06-03')
  expect(lastOutcome([dated, motion('b', '')], []).decision).toBeUndefined()
  expect(lastOutcome([motion('b', '')], []).decision?.slug).toBe('b')
  expect(lastOutcome([dated], []).decision?.slug).toBe('a')
})

it('keeps a veto unless the council decided after it', () => {
  const passed = motion('a', '2025-06-03')
  const overridden = motion('b', '2025-07-08', { question: 'override' })
  expect(lastOutcome([passed], [veto])).toEqual({ decision: passed, vetoes: [veto] })
  expect(lastOutcome([overridden, passed], [veto])).toEqual({ decision: overridden, vetoes: [] })
  const bySlug = { date: '', motion_slug: 'b' }
  expect(lastOutcome([overridden, passed], [veto, bySlug]).vetoes).toEqual([])
})
