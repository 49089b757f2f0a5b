import { type Kysely, sql } from 'kysely'

const importedTables = [
  'organizations',
  'people',
  'memberships',
  'bylaws',
  'matters',
  'meetings',
  'agenda_items',
  'motions',
]
const identity = ['municipality_id', 'source', 'kind', 'key'] as const

/** Incomplete rows, and records that refer to records not imported yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of importedTables)
    await db.schema
      .alterTable(table)
      .addColumn('is_incomplete', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await markWhatMayBeIncomplete(db)
  await createOwned(db, 'unresolved_records', ['place', 'body'])
    .addColumn('is_incomplete', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('unresolved_records_key', identity as never)
    .execute()
  const target = ['target_kind', 'target_key'] as const
  await createOwned(db, 'unresolved_references', target)
    .addPrimaryKeyConstraint('unresolved_references_key', [...identity, ...target] as never)
    .execute()
  await db.schema
    .createIndex('unresolved_references_target')
    .on('unresolved_references')
    .columns(['municipality_id', 'source', ...target])
    .execute()
}

/** Rows possibly written from an incomplete record: marked complete, they would reject every correction. */
async function markWhatMayBeIncomplete(db: Kysely<unknown>): Promise<void> {
  await sql`update motions set is_incomplete = 1
    where not exists (select 1 from votes where votes.motion_id = motions.id)`.execute(db)
  await sql`update organizations set is_incomplete = 1
    where source_url is null and url is null and parent_id is null
      and founding_date is null and dissolution_date is null`.execute(db)
  await sql`update people set is_incomplete = 1
    where source_url is null and given_name is null and family_name is null and party is null
      and image_url is null and gender is null and birth_date is null and death_date is null
      and other_names = '[]' and contact_details = '[]'`.execute(db)
}

function createOwned(db: Kysely<unknown>, table: string, columns: readonly string[]) {
  let created = db.schema
    .createTable(table)
    .addColumn('municipality_id', 'integer', (column) =>
      column.notNull().references('municipalities.id').onDelete('cascade'),
    )
  for (const name of ['source', 'kind', 'key', ...columns])
    created = created.addColumn(name, 'text', (column) => column.notNull())
  return created
}
