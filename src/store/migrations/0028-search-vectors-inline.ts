import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Keeps search vectors of up to 8 KB in their rows, because ranking reads 2,000 of them; a vector stored before stays
 * apart until its text changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table search_vectors set (toast_tuple_target = 8160)`.execute(db)
}
