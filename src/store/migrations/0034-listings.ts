import type { Kysely } from 'kysely'
import { createTable, each, integer, maybeText, partOf, text } from './create-table.ts'

/** What the portals list, and what of it is not served. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'listed_at', 'months', 'not_served'),
    listed_from: maybeText,
    last_listed: integer,
  }
  const key = { name: 'listings_key', columns: ['municipality_id', 'source'] }
  await createTable(db, 'listings', columns, { key })
}
