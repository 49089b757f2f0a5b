import type { Kysely } from 'kysely'

/** Why somebody was absent, or how they attended, in the source's own word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attendance').addColumn('reason', 'text').execute()
}
