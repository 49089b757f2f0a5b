import type { Kysely } from 'kysely'
import type { StoppedBy } from './access-tables.ts'
import type { Tables } from './tables.ts'

/** Sends a subscriber nothing more, nor what waits; the first time is kept. */
export async function stopSubscriber(
  db: Kysely<Tables>,
  id: number,
  { now, by }: { now: string; by: StoppedBy },
): Promise<void> {
  await db
    .updateTable('alert_subscribers')
    .set({ stopped_at: now, stopped_by: by })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .execute()
  await db
    .deleteFrom('alert_mails')
    .where('subscriber_id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}
