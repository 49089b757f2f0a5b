import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The full-text index of PostgreSQL, for all municipalities; SQLite has one of its own for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await db.schema
    .createTable('search_words')
    .addColumn('id', 'integer', (c) =>
      c.primaryKey().references('search_entries.id').onDelete('cascade'),
    )
    .addColumn('municipality_id', 'integer', (c) => c.notNull())
    .addColumn('words', sql`tsvector`, (c) => c.notNull())
    // Beside the words: else whoever searches reads the entry of every text that matches.
    .addColumn('kind', 'text', (c) => c.notNull())
    .execute()
  // Word by word, an import takes five times as long in this index as with a list of words that wait. Whoever searches
  // reads that list too, so it is short, and every import leaves it empty.
  await sql`create index search_words_words on search_words using gin (words)
    with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
