import { expect, it } from 'vitest'
import { isPlainSeat, officeRank } from './office-rank.ts'

it.each([
  ['Chair', 0],
  ['Chairperson', 0],
  ['Mayor', 0],
  ['Mairesse', 0],
  ['Présidente du comité', 0],
  ['Warden', 0],
  ['Vice-Chair', 1],
  ['Vice Chair', 1],
  ['Deputy Mayor', 1],
  ['Vice-présidente', 1],
  ['Maire suppléant', 1],
  ['Councillor', 2],
  ['Chairlift operator', 2],
  ['Member', 2],
  [null, 2],
])('%s is at %d', (role, rank) => {
  expect(officeRank(role)).toBe(rank)
})

it('a role that says only that somebody sits on the body', () => {
  for (const role of ['Member', 'Membre', 'Committee Member']) expect(isPlainSeat(role)).toBe(true)
  for (const role of ['Public member', 'Councillor', 'Chair']) expect(isPlainSeat(role)).toBe(false)
})
