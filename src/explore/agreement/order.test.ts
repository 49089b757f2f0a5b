import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seed } from '../../../test/support/project/random-seed.ts'
import { orderByAgreement, type ShareAt } from './order.ts'

const sharesOf =
  (shares: Record<string, number>): ShareAt =>
  (one, other) =>
    shares[`${Math.min(one, other)} ${Math.max(one, other)}`] ?? null

it('begins with the pair that agrees most, and adds to either end who agrees most with it', () => {
  // 1 and 3 are closest; 0 agrees with 3, then 2 with 1, then 4 with 2.
  const shares = {
    ...{ '1 3': 0.9, '0 3': 0.8, '0 1': 0.3, '1 2': 0.7, '2 3': 0.2, '0 2': 0.1 },
    ...{ '2 4': 0.6, '0 4': 0.5, '1 4': 0.1, '3 4': 0.1 },
  }
  expect(orderByAgreement(5, sharesOf(shares))).toEqual([4, 2, 1, 3, 0])
})

it('takes the first by name of equal shares, on the right of equal ends', () => {
  expect(orderByAgreement(4, () => 0.5)).toEqual([0, 1, 2, 3])
})

it('puts those without a share at the end, by name', () => {
  expect(orderByAgreement(5, sharesOf({ '2 4': 1 }))).toEqual([2, 4, 0, 1, 3])
  expect(orderByAgreement(3, () => null)).toEqual([0, 1, 2])
  expect(orderByAgreement(0, () => null)).toEqual([])
})

it('has each person once, and the same order of the same shares', () => {
  const shares = fc.array(fc.option(fc.constantFrom(0, 0.25, 0.5, 1)), {
    ...{ minLength: 64, maxLength: 64 },
  })
  fc.assert(
    fc.property(shares, fc.integer({ min: 1, max: 8 }), (drawn, count) => {
      const shareAt: ShareAt = (one, other) =>
        drawn[Math.min(one, other) * 8 + Math.max(one, other)] ?? null
      const order = orderByAgreement(count, shareAt)
      expect(order.toSorted()).toEqual(Array.from({ length: count }, (_, at) => at))
      expect(orderByAgreement(count, shareAt)).toEqual(order)
    }),
    { seed },
  )
})
