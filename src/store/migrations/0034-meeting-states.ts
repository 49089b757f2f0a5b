import type { Kysely } from 'kysely'

/** What the source says of the state of a meeting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('meetings').addColumn('status_note', 'text').execute()
}
