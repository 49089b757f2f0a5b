import { expect, it } from 'vitest'
import { inVotingOrder } from './voting-order.ts'

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
