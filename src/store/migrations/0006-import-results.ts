import type { Kysely } from 'kysely'

/** Result and importer of each import; earlier ones all succeeded, and their importer is unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imports').addColumn('importer', 'text').execute()
  await db.schema
    .alterTable('imports')
    .addColumn('result', 'text', (column) => column.notNull().defaultTo('done'))
    .execute()
  await db.schema.alterTable('imports').addColumn('error', 'text').execute()
}
