// Of two generations, so that at most twice as many are kept; more take more memory than they save time.
const generationMax = 8_192
// Longer texts hardly ever repeat.
const lengthMax = 64

/** Keeps the results of a function for the texts that it was called with most recently. */
export function memoize<V>(compute: (text: string) => V): (text: string) => V {
  let recent = new Map<string, V>()
  let older = new Map<string, V>()
  return (text) => {
    const existing = recent.get(text)
    if (existing !== undefined) return existing
    const result = older.get(text) ?? compute(text)
    if (text.length > lengthMax) return result
    if (recent.size >= generationMax) [older, recent] = [recent, new Map()]
    recent.set(text, result)
    return result
  }
}
