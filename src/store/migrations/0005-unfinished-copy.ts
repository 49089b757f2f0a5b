import type { Kysely } from 'kysely'

/** The mark of a database that `reeve migrate-to` has begun to fill: one row until the copy is verified, none ever after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unfinished_copy')
    .addColumn('source_hash', 'text', (c) => c.notNull().primaryKey())
    .execute()
}
