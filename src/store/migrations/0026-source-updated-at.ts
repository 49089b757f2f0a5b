import type { Kysely } from 'kysely'

const tables = [
  ...['organizations', 'people', 'memberships', 'bylaws', 'matters', 'meetings'],
  ...['agenda_items', 'motions', 'actions'],
]

/** When the source itself last changed a record, so that an older copy does not replace a newer one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables)
    await db.schema.alterTable(table).addColumn('source_updated_at', 'text').execute()
}
