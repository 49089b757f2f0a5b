import type { Kysely } from 'kysely'

/** When an import of a source began that has not ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('running_since', 'text').execute()
}
