import type { Kysely } from 'kysely'

/** Since when what an alert follows is missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('gone_since', 'text').execute()
}
