import { type Kysely, sql } from 'kysely'

/** Classifications that the category of a matter does not name; New York's were derived for each response. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('matters')
    .addColumn('classification', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`update matters set classification = '["bill"]'
    where category = 'Introduction' and identifier like 'Int %'`.execute(db)
}
