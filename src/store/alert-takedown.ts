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
  const none = { title: '', url: '', said: '', earlier: '[]' }
  await db.updateTable('alert_entries').set(none).where('municipality', '=', municipality).execute()
  const alerts = await db
    .selectFrom('alerts')
    .select(['id', 'subscriber_id', 'feed'])
    .where('municipality', '=', municipality)
    .execute()
  for (const id of new Set(alerts.map((alert) => alert.subscriber_id))) await writeAgain(db, id)
  await db
    .updateTable('alerts')
    .set({ title: '' })
    .where('municipality', '=', municipality)
    .execute()
  for (const { id, feed } of alerts)
    if (slugs.some((slug) => isOf(feed, slug)))
      await db.deleteFrom('alerts').where('id', '=', id).execute()
}

/** Deletes the e-mails that wait for a subscriber; the next run writes what a digest among them said. */
export async function writeAgain(db: Kysely<Tables>, subscriberId: number): Promise<void> {
  const waiting = await db
    .selectFrom('alert_mails')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alert_mails.subscriber_id')
    .select(['alert_mails.id', 'alert_mails.created_at', 'alert_subscribers.mailed_at'])
    .where('subscriber_id', '=', subscriberId)
    .where('sent_at', 'is', null)
    .execute()
  for (const { id } of waiting) await db.deleteFrom('alert_mails').where('id', '=', id).execute()
  // A digest is noted as written at the time at which it was created; others have no news.
  const isDigest = (mail: (typeof waiting)[number]) => mail.created_at === mail.mailed_at
  if (waiting.some(isDigest)) await forgetDigest(db, subscriberId)
  if (waiting.some((mail) => !isDigest(mail)))
    await db
      .updateTable('alert_subscribers')
      .set({ asked_at: null })
      .where('id', '=', subscriberId)
      .execute()
}

async function forgetDigest(db: Kysely<Tables>, subscriberId: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set(({ ref, fn }) => ({ read_at: fn.coalesce(ref('read_before'), ref('read_at')) }))
    .where('subscriber_id', '=', subscriberId)
    .execute()
  await db
    .updateTable('alert_subscribers')
    .set({ mailed_at: null })
    .where('id', '=', subscriberId)
    .execute()
}

/** Whether a feed is that of a record, or is filtered by it. */
function isOf(feed: string, slug: string): boolean {
  return feed.split(/[/?&=]/).includes(slug)
}
