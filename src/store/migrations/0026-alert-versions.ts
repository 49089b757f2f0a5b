import type { Kysely } from 'kysely'

/** What entries of feeds told before: what is news depends on when somebody read them last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alert_entries')
    .addColumn('earlier', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('alert_entries').dropColumn('was').execute()
}
