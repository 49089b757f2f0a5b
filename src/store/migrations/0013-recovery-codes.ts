import type { Kysely } from 'kysely'

/** SHA-256 of the recovery code for a forgotten password; null if an account has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('recovery_hash', 'text').execute()
}
