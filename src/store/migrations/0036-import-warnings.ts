import type { Kysely } from 'kysely'

/**
 * What each import warned of, and indexes: for the first session of a municipality, and for references, which a database
 * looks for before it deletes their target.
 */
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
  for (const [table, columns] of Object.entries(references))
    for (const column of columns)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}

const references = {
  meetings: ['chair_id'],
  key_statements: ['person_id'],
  motions: ['seconder_id', 'organization_id'],
  candidates: ['person_id'],
  sponsorships: ['person_id'],
  actions: ['meeting_id', 'motion_id', 'organization_id'],
}
