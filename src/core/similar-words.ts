const similarMax = 3

/** The three most similar of these words. */
export function similarTo(word: string, others: readonly string[]): string[] {
  return (
    others
      .map((other) => ({ other, distance: distanceOf(word, other) }))
      .filter(({ distance, other }) => distance <= maxDistance(word, other))
      // Related words begin alike: tenants is nearer to tenancies than to tennis.
      .map(({ other, distance }) => ({ other, rank: distance - sharedLength(word, other) }))
      .sort((a, b) => a.rank - b.rank || (a.other < b.other ? -1 : 1))
      .slice(0, similarMax)
      .map(({ other }) => other)
  )
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

// A third of the letters: tenants and tenancies differ by three.
const maxDistance = (one: string, other: string) =>
  Math.ceil(Math.max(one.length, other.length) / 3)

/** Levenshtein distance. */
export function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[other.length] ?? 0
}
