type Nullish<T> = T | null | undefined

/**
 * The rows of the version in force, or of the last version if that is unknown or has no rows. Versions sort `2` before
 * `10`, `A` before `B`, and numbers before letters.
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
