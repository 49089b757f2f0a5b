/** Records in one file; the first also has the lists, bodies and people. A file takes about a megabyte. */
const recordsPerFile = 1000

interface Window {
  offset: number
  limit: number
}

/** Which rows of each list are in file number `part` (from 1), if the lists follow one another. */
export function windowsOf<K extends string>(
  counts: Readonly<Record<K, number>>,
  part: number,
): Record<K, Window> {
  const from = (part - 1) * recordsPerFile
  const to = from + recordsPerFile
  let start = 0
  const windows = (Object.entries(counts) as [K, number][]).map(([list, count]) => {
    const [first, end] = [Math.max(from, start), Math.min(to, start + count)]
    const window = { offset: Math.max(0, first - start), limit: Math.max(0, end - first) }
    start += count
    return [list, window] as const
  })
  return Object.fromEntries(windows) as Record<K, Window>
}

/** The number of files for a number of records, at least one. */
export function filesFor(records: number): number {
  return Math.max(1, Math.ceil(records / recordsPerFile))
}
