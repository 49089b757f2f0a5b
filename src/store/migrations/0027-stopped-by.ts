import type { Kysely } from 'kysely'

/** Why an address gets no more e-mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alert_subscribers').addColumn('stopped_by', 'text').execute()
}
