import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Numbers of files, motions and by-laws are searched like titles. The index is rebuilt afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('search_documents')
    .addColumn('identifiers', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await db.schema.dropTable('search_vocabulary').execute()
  // Half the size.
  await sql`create table search_vocabulary (word text primary key not null) without rowid`.execute(
    db,
  )
}
