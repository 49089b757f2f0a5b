import type { Kysely } from 'kysely'

/** One row while `reeve migrate-to` fills the database, until the copy is verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unfinished_copy')
    .addColumn('source_hash', 'text', (c) => c.notNull().primaryKey())
    .execute()
}
