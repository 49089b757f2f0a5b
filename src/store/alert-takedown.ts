import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Deletes what alerts keep of the words of a municipality: e-mails that wait, which are written again, what agendas said,
 * titles, and the alerts of records that are gone, by their slugs.
 */
export async function forgetWordsInAlerts(
  db: Kysely<Tables>,
  municipality: string,
  slugs: readonly string[],
): Promise<void> {
  const none = { title: '', url: '', said: '', was: '' }
  await db.updateTable('alert_entries').set(none).where('municipality', '=', municipality).execute()
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'subscriber_id', 'feed'])
    .where('municipality', '=', municipality)
    .execute()
  for (const { subscriber_id: id } of alerts) await writeAgain(db, id)
  await db
    .updateTable('alerts')
    .set({ title: '' })
    .where('municipality', '=', municipality)
    .execute()
  for (const { id, feed } of alerts)
    if (slugs.some((slug) => isOf(feed, slug)))
      await db.deleteFrom('alerts').where('id', '=', id).execute()
}

/** Deletes the e-mails that wait for a subscriber; the next run writes what they said. */
async function writeAgain(db: Kysely<Tables>, subscriberId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_mails')
    .where('subscriber_id', '=', subscriberId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (Number(numDeletedRows) === 0) return
  await db
    .updateTable('alerts')
    .set(({ ref, fn }) => ({ read_at: fn.coalesce(ref('read_before'), ref('read_at')) }))
    .where('subscriber_id', '=', subscriberId)
    .execute()
  await db
    .updateTable('alert_subscribers')
    .set({ mailed_at: null, asked_at: null })
    .where('id', '=', subscriberId)
    .execute()
}

/** Whether a feed is that of a record, or is filtered by it. */
function isOf(feed: string, slug: string): boolean {
  return feed.split(/[/?&=]/).includes(slug)
}
