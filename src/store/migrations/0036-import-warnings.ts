import type { Kysely } from 'kysely'

/** What each import warned of, and an index for the first session of a municipality. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('warnings', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .createIndex('matters_municipality_id_first_seen')
    .on('matters')
    .columns(['municipality_id', 'first_seen'])
    .execute()
}
