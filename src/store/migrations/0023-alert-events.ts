import type { Kysely } from 'kysely'
import { createTable, each, maybeText, text } from './create-table.ts'

/** What each entry of a feed told last, and which of it a subscriber wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alerts')
    .addColumn('events', 'text', (column) => column.notNull().defaultTo(allEvents))
    .execute()
  await db.schema.alterTable('alerts').addColumn('read_before', 'text').execute()
  await db.schema.dropTable('alert_entries').execute()
  await createTable(
    db,
    'alert_entries',
    {
      ...each(text, 'municipality', 'language', 'feed', 'identity', 'state', 'event'),
      ...each(text, 'first_seen_at', 'seen_at', 'title', 'url', 'said', 'was'),
      ...each(maybeText, 'until', 'gone_at'),
    },
    {
      key: {
        name: 'alert_entries_key',
        columns: ['municipality', 'language', 'feed', 'identity'],
      },
    },
  )
  // No alert mails entries of days before it began, so that those deleted here are not mailed again.
  await (db as Kysely<{ alerts: { created_at: string } }>)
    .updateTable('alerts')
    .set({ created_at: new Date().toISOString() })
    .execute()
}

const allEvents = 'decided,agenda,changed,other'
