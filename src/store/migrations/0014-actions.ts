import type { Kysely } from 'kysely'

const references = {
  organization_id: 'organizations',
  meeting_id: 'meetings',
  motion_id: 'motions',
}

/** The steps of matters, and what was done with each agenda item. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createActions(db)
  for (const column of ['action', 'result'])
    await db.schema.alterTable('agenda_items').addColumn(column, 'text').execute()
}

async function createActions(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('actions')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('municipality_id', 'integer', (column) =>
      column.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('matter_id', 'integer', (column) =>
      column.notNull().references('matters.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_incomplete', 'integer', (column) => column.notNull().defaultTo(0))
  for (const [column, target] of Object.entries(references))
    table = table.addColumn(column, 'integer', (added) => added.references(`${target}.id`))
  for (const column of ['source', 'key', 'slug', 'content_hash', 'created_at', 'updated_at'])
    table = table.addColumn(column, 'text', (added) => added.notNull())
  for (const column of ['date', 'description', 'classification'])
    table = table.addColumn(column, 'text', (added) => added.notNull())
  for (const column of ['source_url', 'removed_at', 'text', 'result'])
    table = table.addColumn(column, 'text')
  await table
    .addUniqueConstraint('actions_identity', ['municipality_id', 'source', 'key'] as never[])
    .addUniqueConstraint('actions_slug', ['municipality_id', 'slug'] as never[])
    .execute()
  await db.schema.createIndex('actions_matter_id').on('actions').column('matter_id').execute()
}
