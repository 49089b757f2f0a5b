import type { SourceItem } from '../source.ts'
import { reasonOf, type Table, type TableRow } from './csv-table.ts'
import type { Diagnostics } from './diagnostics.ts'
import { naturalKey } from './natural-keys.ts'

export interface LocatedRecord<R> {
  record: R
  location: string
}

interface TableReader<R> {
  /** What a row is, in messages. */
  noun: string
  diagnostics: Diagnostics
  read: (row: TableRow) => LocatedRecord<R> | undefined
  /** What tells records of one key apart. */
  restOf: (record: R) => readonly (string | null | undefined)[]
}

/** The records of the rows of a table. Equal rows are one record; others of one key have the rest in their keys. */
export async function* readRecords<R extends { key: string }>(
  { name, rows }: Pick<Table, 'name' | 'rows'>,
  { noun, diagnostics, read, restOf }: TableReader<R>,
): AsyncGenerator<SourceItem> {
  const byKey = new Map<string, LocatedRecord<R>[]>()
  try {
    for await (const row of rows) {
      const located = read(row)
      if (located === undefined) continue
      const { key } = located.record
      const same = byKey.get(key)
      if (same === undefined) byKey.set(key, [located])
      else same.push(located)
    }
  } catch (error) {
    diagnostics.addError({ location: name, subject: 'table', reason: reasonOf(error) })
  }
  for (const located of byKey.values()) {
    const records = toldApart(located, restOf)
    if (records.length < located.length) diagnostics.addWarning(repeated(noun, located.at(-1)))
    for (const one of records) yield { type: 'record', ...one }
  }
  yield* diagnostics.drain()
}

function toldApart<R extends { key: string }>(
  located: readonly LocatedRecord<R>[],
  restOf: TableReader<R>['restOf'],
): LocatedRecord<R>[] {
  const different = [...new Map(located.map((one) => [JSON.stringify(one.record), one])).values()]
  if (different.length === 1) return different
  return different.map(({ record, location }) => {
    const key = naturalKey(record.key, ...restOf(record))
    return { record: { ...record, key }, location }
  })
}

const repeated = (noun: string, last: LocatedRecord<{ key: string }> | undefined) => ({
  location: last?.location ?? '',
  subject: `${noun} ${last?.record.key}`,
  reason: 'is in the table more than once, the same; imported once',
})
