import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The kind of each text beside its words: else whoever searches reads the entry of every text that matches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await db.schema.alterTable('search_words').addColumn('kind', 'text').execute()
  // Made anew rather than told of every row.
  await db.schema.dropIndex('search_words_words').execute()
  await sql`update search_words as w set kind = e.kind from search_entries as e where e.id = w.id`.execute(
    db,
  )
  await sql`create index search_words_words on search_words using gin (words) with (fastupdate = off)`.execute(
    db,
  )
  await db.schema
    .alterTable('search_words')
    .alterColumn('kind', (column) => column.setNotNull())
    .execute()
}
