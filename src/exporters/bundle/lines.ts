import { chunks } from '../../core/chunks.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Exported } from './head.ts'
import type { KindReader } from './readers/reader.ts'

/** The lines of one kind in the order of the row ids, some hundred at a time: no more is in memory than that. */
export async function* linesOf(
  db: ReadDatabase,
  { kind: _, table, records }: KindReader,
  { municipalityId, source }: Exported,
): AsyncGenerator<readonly string[]> {
  const rows = await db
    .selectFrom(table as 'people')
    .select('id')
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', source)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const ids of chunks(rows.map(({ id }) => id))) {
    yield (await records(db, ids)).map((record) => JSON.stringify(record, saidOnly))
  }
}

// The file says the kind, and what is absent is not known.
function saidOnly(name: string, value: unknown): unknown {
  if (name === 'kind' || value === null) return undefined
  return Array.isArray(value) && value.length === 0 ? undefined : value
}
