import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Keeps search vectors of up to 8 KB in their rows, because ranking reads 2,000 of them. The index is built again
 * anyway, for a newer analysis.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table search_vectors set (toast_tuple_target = 8160)`.execute(db)
}
