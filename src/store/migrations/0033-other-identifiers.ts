import type { Kysely } from 'kysely'

/** Further numbers of matters, such as those of an earlier session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('matters')
    .addColumn('other_identifiers', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
