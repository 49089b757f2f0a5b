import type { Kysely } from 'kysely'

/** How each run of an import ended, and which importer ran; those so far ended well, and did not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imports').addColumn('importer', 'text').execute()
  await db.schema
    .alterTable('imports')
    .addColumn('result', 'text', (column) => column.notNull().defaultTo('done'))
    .execute()
  await db.schema.alterTable('imports').addColumn('error', 'text').execute()
}
