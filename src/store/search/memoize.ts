import { LRUCache } from 'lru-cache'

// More take more memory than they save time.
const max = 16_384
// Longer texts hardly ever repeat.
const lengthMax = 64

/** Keeps the results of a function for the texts that it was called with most recently. */
export function memoize<V extends object | string>(
  compute: (text: string) => V,
): (text: string) => V {
  const results = new LRUCache<string, V>({ max })
  return (text) => {
    if (text.length > lengthMax) return compute(text)
    const existing = results.get(text)
    if (existing !== undefined) return existing
    const result = compute(text)
    results.set(text, result)
    return result
  }
}
