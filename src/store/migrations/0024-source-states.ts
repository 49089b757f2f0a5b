import type { Kysely } from 'kysely'
import { createTable, each, integer, keyText, text } from './create-table.ts'

/** How often a source is read, since when it fails, and which hosts have stopped responding. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('family', 'text').execute()
  await db.schema.alterTable('sources').addColumn('interval_seconds', 'integer').execute()
  await db.schema.alterTable('sources').addColumn('failing_since', 'text').execute()
  await createTable(db, 'down_families', {
    family: keyText,
    ...each(text, 'since', 'retry_at', 'error'),
    failures: integer,
  })
}
