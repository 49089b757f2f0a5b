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

it.each([
  ['one of each result of the newest day, in any letters', 'Carried CARRIED Lost', 'Carried Lost'],
  ['unknown results as one', 'null null Carried', 'null Carried'],
])('the last decisions are %s', (_, given, expected) => {
  const ofDay = given.split(' ').map((result) => ({
    ...{ kind: null, date: '2024-02-02', result: result === 'null' ? null : result },
  }))
  const older = { kind: null, date: '2024-02-01', result: 'Deferred' }
  const results = lastDecisions([...ofDay, older]).map(({ result }) => String(result))
  expect(results.join(' ')).toBe(expected)
})
