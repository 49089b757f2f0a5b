type Nullish<T> = T | null | undefined

/**
 * Those of the rows that are of the version in force; where the matter does not say which that is, or none is of it, of
 * the last one: `2` before `10`, `A` before `B`, numbers before letters.
 */
export function latestOf<T>(
  rows: readonly T[],
  version: Nullish<string>,
  versionOf: (row: T) => Nullish<string>,
): T[] {
  const rowsOf = (name: string) => rows.filter((row) => (versionOf(row) ?? '').trim() === name)
  const inForce = rowsOf(version?.trim() ?? '')
  if (inForce.length > 0) return inForce
  const last = rows
    .map((row) => (versionOf(row) ?? '').trim())
    .sort(byRank)
    .at(-1)
  return last === undefined ? [] : rowsOf(last)
}

const byRank = new Intl.Collator('en', { numeric: true }).compare
