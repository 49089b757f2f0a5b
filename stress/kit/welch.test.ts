import { describe, expect, it } from 'vitest'
import { Random } from './random.ts'
import { cropped, median, tMax, welch } from './welch.ts'

/** Times of about 15 ms, one in ten of which takes much longer. */
function times(random: Random, count: number, extra: number): number[] {
  return Array.from({ length: count }, () => {
    const bell = random.next() + random.next() + random.next() - 1.5
    const disturbed = random.chance(0.1) ? random.below(100) : 0
    return 15 + extra + bell * 2 + disturbed
  })
}

const tOf = (extra: number, count = 150, seed = 1) => {
  const random = new Random(seed)
  const [a, b] = [times(random, count, 0), times(random, count, extra)]
  return { whole: Math.abs(welch(a, b)), cropped: Math.abs(welch(...cropped(a, b))) }
}

describe('the comparison of two samples', () => {
  it('finds no difference between equal distributions, for any seed', () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const { whole, cropped } = tOf(0, 150, seed)
      expect(Math.max(whole, cropped), `seed ${seed}`).toBeLessThan(tMax)
    }
  })

  it('finds a hash that is not computed for unknown addresses', () => {
    expect(tOf(-14).whole).toBeGreaterThan(tMax)
    expect(tOf(-14).cropped).toBeGreaterThan(tMax)
  })

  it('finds a difference of a twentieth despite noise', () => {
    expect(tOf(0.75).cropped).toBeGreaterThan(tMax)
  })

  it('finds smaller differences in larger samples', () => {
    expect(tOf(0.2).cropped).toBeLessThan(tMax)
    expect(tOf(0.2, 2000).cropped).toBeGreaterThan(tMax)
  })

  it('has the result of an example', () => {
    // Means 20 and 25, variances 2.5 and 10, five values each.
    expect(welch([18, 19, 20, 21, 22], [21, 23, 25, 27, 29])).toBeCloseTo(-5 / Math.sqrt(2.5), 10)
    expect(median([3, 1, 2])).toBe(2)
  })
})
