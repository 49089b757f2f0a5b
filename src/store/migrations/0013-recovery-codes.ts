import type { Kysely } from 'kysely'

/** SHA-256 of the code by which somebody who lost a password chooses another; null where an account has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('recovery_hash', 'text').execute()
}
