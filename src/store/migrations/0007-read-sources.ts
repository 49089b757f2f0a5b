import type { Kysely } from 'kysely'

/** How far each source that supports incremental reads has been read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('read_sources')
    .addColumn('municipality_id', 'integer', (c) =>
      c.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('importer', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('read_until', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('read_sources_key', ['municipality_id', 'importer', 'source'])
    .execute()
}
