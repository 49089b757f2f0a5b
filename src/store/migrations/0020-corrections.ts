import type { Kysely } from 'kysely'
import { createIndex, createTable, each, id, maybeText, text } from './create-table.ts'

/** What the operator corrected; beside the accounts, because it outlasts every import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'corrections', {
    id,
    ...each(text, 'municipality', 'record_kind', 'record_hash', 'field'),
    ...each(maybeText, 'slug', 'value', 'written', 'lifted_on'),
    ...each(text, 'reason', 'added_on'),
  })
  await createIndex(db, 'corrections', 'corrections_municipality', ['municipality', 'id'])
}
