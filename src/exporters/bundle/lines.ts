import { batches } from '../../core/batches.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Exported } from './head.ts'
import type { KindReader } from './readers/reader.ts'

/** Lines of one kind, ordered by key, so that two exports can be compared with `diff`. */
export async function* linesOf(
  db: ReadDatabase,
  { kind, records }: KindReader,
  { municipalityId, source }: Exported,
): AsyncGenerator<readonly string[]> {
  const rows = await importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select(['id', 'key'])
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', source)
    .orderBy('key')
    .execute()
  for (const batch of batches(rows)) {
    const found = await records(
      db,
      batch.map(({ id }) => id),
    )
    const byKey = new Map(found.map((record) => [record.key, record]))
    const ordered = batch.flatMap(({ key }) => byKey.get(key) ?? [])
    yield ordered.map((record) => JSON.stringify(record, omitEmpty))
  }
}

// The file name gives the kind, and absent means unknown.
function omitEmpty(name: string, value: unknown): unknown {
  if (name === 'kind' || value === null) return undefined
  return Array.isArray(value) && value.length === 0 ? undefined : value
}
