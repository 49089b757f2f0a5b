import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SqlDialect } from './dialect.ts'

// Upper bound of ids on both engines.
const idEnd = 2 ** 31
const firstDay = Date.parse('1800-01-01')
const dayLength = 86_400_000

/** Greater than every recency key. */
export const recencyKeyEnd = Number.MAX_SAFE_INTEGER

/**
 * Orders documents by recency: by date of the meeting, the last date of the matter or that on which the by-law was passed, then by id. Undated documents
 * come last.
 */
function recencyKey(id: number, date: string): number {
  const day = Math.floor((Date.parse(date) - firstDay) / dayLength)
  return (Number.isNaN(day) ? 0 : Math.max(day, 1)) * idEnd + id
}

/** Days since 1800, starting at 1; 0 if undated. */
export function dayOfKey(key: number): number {
  return Math.floor(key / idEnd)
}

/** The recency keys of search entries, from the current dates of their records. */
export async function recencyKeysOf(
  db: Kysely<Tables>,
  dialect: Pick<SqlDialect, 'inArray' | 'arrayParam'>,
  entries: readonly { id: number }[],
): Promise<Map<number, number>> {
  const ids = entries.map(({ id }) => id)
  const rows = await db
    .selectFrom('search_entries as e')
    .leftJoin('meetings', 'meetings.id', 'e.meeting_id')
    .leftJoin('motions', (join) =>
      join.onRef('motions.id', '=', 'e.entry_id').on('e.kind', '=', 'motion'),
    )
    .leftJoin('matters', (join) =>
      join.onRef('matters.id', '=', 'e.entry_id').on('e.kind', '=', 'matter'),
    )
    .leftJoin('document_sections as s', (join) =>
      join.onRef('s.id', '=', 'e.entry_id').on('e.kind', '=', 'document_section'),
    )
    .leftJoin('documents', 'documents.id', 's.document_id')
    .leftJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
    .leftJoin('matters as owners', 'owners.id', 'documents.matter_id')
    .select('e.id')
    .select(({ fn, val }) =>
      fn
        .coalesce(
          'meetings.date',
          'motions.date',
          fn.coalesce('matters.last_seen', 'owners.last_seen', 'bylaws.passed_date'),
          val<string>(''),
        )
        .as('date'),
    )
    .where(({ ref }) => dialect.inArray(ref('e.id'), dialect.arrayParam(ids)))
    .execute()
  return new Map(rows.map(({ id, date }) => [id, recencyKey(id, date)]))
}
