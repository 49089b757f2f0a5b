import type { Kysely } from 'kysely'

/** The names of bodies in French. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('organizations').addColumn('name_fr', 'text').execute()
}
