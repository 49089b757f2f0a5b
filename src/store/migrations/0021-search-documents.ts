import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Tables of one search index for all municipalities. The texts are analysed afterwards, because that takes longer than
 * a migration should; until then, the tables of the earlier index remain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await createDocuments(db)
  await db.schema
    .createTable('search_state')
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  // The order of words must not depend on the locale.
  const text = isPostgres ? sql`text collate "C"` : 'text'
  await db.schema
    .createTable('search_vocabulary')
    .addColumn('word', text, (column) => column.primaryKey())
    .execute()
  // To find what is below an agenda item.
  await db.schema
    .createIndex('agenda_items_parent_id')
    .on('agenda_items')
    .column('parent_id')
    .execute()
  await db.schema
    .createIndex('motions_agenda_item_id')
    .on('motions')
    .column('agenda_item_id')
    .execute()
  if (isPostgres) await createVectors(db)
}

async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_documents')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('municipality_id', 'integer', (column) =>
      column.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('entry_id', 'integer', (column) => column.notNull())
    .addColumn('meeting_id', 'integer')
    .addColumn('matter_id', 'integer')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('group_key', 'bigint', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('other_words', 'text', (column) => column.notNull())
    .addColumn('marks', 'text', (column) => column.notNull())
    .addUniqueConstraint('search_documents_identity', ['kind', 'entry_id'] as never[])
    .execute()
  // Ranking reads these columns of 2,000 documents, whose rows have long texts.
  await sql`create index search_documents_rank on search_documents (id, group_key, rank)`.execute(
    db,
  )
}

async function createVectors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_vectors')
    .addColumn('id', 'integer', (column) =>
      column.primaryKey().references('search_documents.id').onDelete('cascade'),
    )
    .addColumn('municipality_id', 'integer', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('recency', 'bigint', (column) => column.notNull())
    .addColumn('group_key', 'bigint', (column) => column.notNull())
    .addColumn('words', sql`tsvector`, (column) => column.notNull())
    .execute()
  await sql`create index search_vectors_buckets on search_vectors (municipality_id, bucket)`.execute(
    db,
  )
  // Without the pending list, an import takes five times as long. Searches read that list too, so it is short, and
  // every import empties it.
  await sql`create index search_vectors_words on search_vectors using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
