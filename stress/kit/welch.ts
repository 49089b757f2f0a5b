/** Two samples differ above this |t|: the threshold of dudect (Reparaz et al., 2017). */
export const tMax = 4.5

// The slowest measurements are disturbed by other processes; dudect crops them too.
const keptShare = 0.8

/** Welch's t: the difference of the means in standard errors. */
export function welch(a: readonly number[], b: readonly number[]): number {
  const [one, two] = [meanAndVariance(a), meanAndVariance(b)]
  const error = Math.sqrt(one.variance / a.length + two.variance / b.length)
  return error === 0 ? 0 : (one.mean - two.mean) / error
}

function meanAndVariance(sample: readonly number[]): { mean: number; variance: number } {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (sample.length - 1) }
}

/** Both samples without values above their common eighth decile; one bound, so that a difference is not cut away. */
export function cropped(
  a: readonly number[],
  b: readonly number[],
): [a: readonly number[], b: readonly number[]] {
  const all = [...a, ...b].sort((x, y) => x - y)
  const bound = all[Math.floor((all.length - 1) * keptShare)] ?? 0
  const below = (sample: readonly number[]) => sample.filter((value) => value <= bound)
  return [below(a), below(b)]
}

export function median(sample: readonly number[]): number {
  return [...sample].sort((x, y) => x - y)[Math.floor(sample.length / 2)] ?? 0
}
