import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SqlDialect } from './dialect.ts'

// Ids are below it, in both engines.
const idEnd = 2 ** 31
const firstDay = Date.parse('1800-01-01')
const dayLength = 86_400_000

/** Above every place. */
export const recencyKeyEnd = Number.MAX_SAFE_INTEGER

/**
 * Where a text stands among all others, the newest highest: by the day of its meeting, or that on which its matter was
 * last seen, and within a day by id. Texts without a day stand below all that have one.
 */
function recencyKey(id: number, date: string): number {
  const day = Math.floor((Date.parse(date) - firstDay) / dayLength)
  return (Number.isNaN(day) ? 0 : Math.max(day, 1)) * idEnd + id
}

/** Days since 1800, from 1; 0 where the text has no day. */
export function dayOfKey(place: number): number {
  return Math.floor(place / idEnd)
}

/** The place of each of these search entries, as their records now are. */
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
    .leftJoin('matters as owners', 'owners.id', 'documents.matter_id')
    .select('e.id')
    .select(({ fn, val }) =>
      fn
        .coalesce(
          'meetings.date',
          'motions.date',
          'matters.last_seen',
          'owners.last_seen',
          val<string>(''),
        )
        .as('date'),
    )
    .where(({ ref }) => dialect.inArray(ref('e.id'), dialect.arrayParam(ids)))
    .execute()
  return new Map(rows.map(({ id, date }) => [id, recencyKey(id, date)]))
}
