// More take more memory than they save time.
const resultsMax = 16_384
// Longer texts hardly ever repeat.
const memoizedMax = 64

/**
 * Keeps the results of a function for short texts. When there are too many, it starts again: to know which ones were
 * used least would cost more than to compute the others again.
 */
export function memoize<V extends object | string>(
  compute: (text: string) => V,
): (text: string) => V {
  const results = new Map<string, V>()
  return (text) => {
    if (text.length > memoizedMax) return compute(text)
    const existing = results.get(text)
    if (existing !== undefined) return existing
    const result = compute(text)
    if (results.size >= resultsMax) results.clear()
    results.set(text, result)
    return result
  }
}
