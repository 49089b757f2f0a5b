import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Dates, sponsors and documents of by-laws, and the motions and agenda items that refer to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['stated_passed_date', 'passed_date', 'enacted_date'])
    await db.schema.alterTable('bylaws').addColumn(column, 'text').execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) await shareSponsorships(db)
  else await rebuildSponsorships(db)
  await addOwner(db, 'documents')
  await createReferences(db)
  const indexes = { sponsorships: ['bylaw_id'], documents: ['bylaw_id'], bylaw_references: owners }
  for (const [table, columns] of Object.entries(indexes))
    for (const column of columns)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}

const owners = ['agenda_item_id', 'motion_id', 'bylaw_id']

async function shareSponsorships(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sponsorships alter column matter_id drop not null`.execute(db)
  await addOwner(db, 'sponsorships')
}

/** SQLite cannot make an existing column nullable. */
async function rebuildSponsorships(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('all_sponsorships')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('matter_id', 'integer', (column) =>
      column.references('matters.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'integer', (column) => column.references('people.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_primary', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('classification', 'text')
    .addColumn('bylaw_id', 'integer', (column) =>
      column.references('bylaws.id').onDelete('cascade'),
    )
    .execute()
  const columns = sql.raw('id, matter_id, person_id, name, is_primary, classification')
  await sql`insert into all_sponsorships (${columns}) select ${columns} from sponsorships`.execute(
    db,
  )
  await db.schema.dropTable('sponsorships').execute()
  await db.schema.alterTable('all_sponsorships').renameTo('sponsorships').execute()
  await db.schema
    .createIndex('sponsorships_matter_id')
    .on('sponsorships')
    .column('matter_id')
    .execute()
}

async function addOwner(db: Kysely<unknown>, table: 'sponsorships' | 'documents'): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('bylaw_id', 'integer', (column) =>
      column.references('bylaws.id').onDelete('cascade'),
    )
    .execute()
}

async function createReferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bylaw_references')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('agenda_item_id', 'integer', (column) =>
      column.references('agenda_items.id').onDelete('cascade'),
    )
    .addColumn('motion_id', 'integer', (column) =>
      column.references('motions.id').onDelete('cascade'),
    )
    .addColumn('bylaw_id', 'integer', (column) =>
      column.notNull().references('bylaws.id').onDelete('cascade'),
    )
    .execute()
}
