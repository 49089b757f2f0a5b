import { expect, it } from 'vitest'
import { inVotingOrder, lastDecisions } from './voting-order.ts'

const kinds = { m: 'motion', n: null, a: 'amendment', p: 'procedural', w: 'motion' }
const ordered = (names: string) =>
  inVotingOrder(
    [...names].map((name) => ({
      name,
      kind: kinds[name as keyof typeof kinds],
      result: name === 'w' ? 'Withdrawn' : 'Carried',
    })),
  )
    .map(({ name }) => name)
    .join('')

it.each([
  ['maa', 'aam'],
  ['na', 'an'],
  ['mapa', 'apam'],
  ['pma', 'pam'],
  ['mapp', 'ampp'],
  ['am', 'am'],
  ['mp', 'mp'],
  ['mpwaa', 'pwaam'],
  // Of two motions, it is not known which one the amendment is to.
  ['mam', 'mam'],
  ['aa', 'aa'],
  ['', ''],
])('motions %s are voted on as %s', (given, expected) => {
  expect(ordered(given)).toBe(expected)
})

const unnamed = {
  ...{ title: null, question: null, result_note: null },
  ...{ tally_for: null, tally_against: null, vote_basis: null },
  ...{ tally_weighted_for: null, tally_weighted_against: null },
  title_from: 'clause' as const,
}

it.each([
  ['one of each result of the newest day, in any letters', 'Carried CARRIED Lost', 'Carried Lost'],
  ['unknown results as one', 'null null Carried', 'null Carried'],
])('the last decisions are %s', (_, given, expected) => {
  const ofDay = given.split(' ').map((result) => ({
    ...unnamed,
    ...{ kind: null, date: '2024-02-02', result: result === 'null' ? null : result },
  }))
  const older = { ...unnamed, kind: null, date: '2024-02-01', result: 'Deferred' }
  const results = lastDecisions([...ofDay, older]).map(({ result }) => String(result))
  expect(results.join(' ')).toBe(expected)
})

it.each([
  ['the last on the thing itself', 'later:Carried whole:Carried reading:Carried', 'whole'],
  ['all that were not lost, if none was on the thing itself', 'b:Lost c:Carried a:Carried', 'c a'],
  ['what carried in place of the thing itself', 'other:Carried whole:Lost', 'other'],
  ['the thing itself, if all were lost', 'other:Lost whole:Lost', 'whole'],
  ['what was lost, rather than what was withdrawn', 'other:Withdrawn b:Lost', 'b'],
])('of several main motions of a day the last decision is %s', (_, given, expected) => {
  const motions = given.split(' ').map((motion) => {
    const [name = '', result = ''] = motion.split(':')
    const question = name === 'whole' || name === 'reading' ? ('approve' as const) : null
    return { ...unnamed, name, result, question, kind: 'motion', date: '2024-02-02' }
  })
  expect(
    lastDecisions(motions)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(expected)
})
