import type { Kysely } from 'kysely'

/** How many motions of its source an import could not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('unread_motions', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
