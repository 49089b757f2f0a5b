import type { Kysely } from 'kysely'

/** Until when an e-mail that waits is true, and whether it may have been taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alert_mails').addColumn('begins_at', 'text').execute()
  await db.schema
    .alterTable('alert_mails')
    .addColumn('maybe_taken', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
