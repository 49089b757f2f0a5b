/** Groups rows by a key, in order; returns the rows of a key. */
export function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): (key: K) => T[] {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return (key) => groups.get(key) ?? []
}
