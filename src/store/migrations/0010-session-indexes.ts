import type { Kysely } from 'kysely'

/** For deleting expired sessions and long-revoked keys without a table scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = { sessions: ['expires_at', 'last_seen_at'], api_keys: ['revoked_at'] }
  for (const [table, columns] of Object.entries(indexes)) {
    for (const column of columns)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  }
}
