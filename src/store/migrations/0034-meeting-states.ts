import type { Kysely } from 'kysely'

/** What the source says of the state of a meeting, and the day up to which the record of a municipality speaks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('meetings').addColumn('status_note', 'text').execute()
  await db.schema.alterTable('municipalities').addColumn('as_of', 'text').execute()
}
