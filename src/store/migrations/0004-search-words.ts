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
    .execute()
  // Without a list of pending words: whoever searches would have to read it, after every import.
  await sql`create index search_words_words on search_words using gin (words) with (fastupdate = off)`.execute(
    db,
  )
}
