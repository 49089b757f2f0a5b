import type { Kysely } from 'kysely'
import { createIndexes, createTable, each, integer, partOf, text } from './create-table.ts'

/** The slugs that records had before, which lead to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = { municipality_id: partOf('municipalities'), ...each(text, 'kind', 'slug') }
  const key = { name: 'former_slugs_key', columns: ['municipality_id', 'kind', 'slug'] }
  await createTable(db, 'former_slugs', { ...columns, id: integer }, { key })
  await createIndexes(db, 'former_slugs', ['kind', 'id'])
}
