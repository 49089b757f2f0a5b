import type { Kysely, Selectable } from 'kysely'
import { batches } from '../core/batches.ts'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

export type Subscriber = Selectable<Tables['alert_subscribers']>
export type StoredAlert = Selectable<Tables['alerts']>
export type StoredMail = Selectable<Tables['alert_mails']>

/** A feed that somebody gets by e-mail. */
export interface AlertFeed {
  /** The slug of the municipality. */
  municipality: string
  /** BCP 47, of the feed and of the e-mails. */
  language: string
  /** Its path below the feeds of the municipality, with its filters. */
  feed: string
}

type Db = Kysely<Tables>

/** Alerts of one address. */
const alertsMax = 50

export async function findOrAddSubscriber(
  db: Db,
  address: string,
  now: string,
): Promise<Subscriber> {
  await db
    .insertInto('alert_subscribers')
    .values({ address, created_at: now })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
  return db
    .selectFrom('alert_subscribers')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
}

export async function updateSubscriber(
  db: Db,
  id: number,
  values: Pick<Subscriber, 'asked_at'>,
): Promise<void> {
  await db.updateTable('alert_subscribers').set(values).where('id', '=', id).execute()
}

export type NewAlert = Omit<StoredAlert, 'id' | 'confirmed_at' | 'read_before' | 'gone_since'>

/** Does nothing if there is one of the same feed, or if the subscriber has the most there may be. */
export async function addAlert(db: Db, alert: NewAlert): Promise<void> {
  const { count } = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriber_id', '=', alert.subscriber_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= alertsMax) return
  await db
    .insertInto('alerts')
    .values(alert)
    .onConflict((conflict) =>
      conflict.columns(['subscriber_id', 'municipality', 'language', 'feed']).doNothing(),
    )
    .execute()
}

/** A subscriber with alerts, confirmed or not, oldest first. */
export async function listAlertsOf(db: ReadDatabase, subscriberId: number): Promise<StoredAlert[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('id')
    .execute()
}

export async function findSubscriber(
  db: ReadDatabase,
  id: number,
): Promise<Subscriber | undefined> {
  return db.selectFrom('alert_subscribers').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByAddress(
  db: ReadDatabase,
  address: string,
): Promise<Subscriber | undefined> {
  return db
    .selectFrom('alert_subscribers')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
}

/** All alerts with their addresses, by address. */
export async function listAllAlerts(db: ReadDatabase) {
  return db
    .selectFrom('alerts')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alerts.subscriber_id')
    .select(['address', 'municipality', 'language', 'feed', 'speed', 'confirmed_at', 'stopped_at'])
    .orderBy('address')
    .orderBy('alerts.id')
    .execute()
}

/** An alert with its subscriber. */
export async function findAlert(db: ReadDatabase, id: number) {
  return db
    .selectFrom('alerts')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alerts.subscriber_id')
    .selectAll('alerts')
    .select(['alert_subscribers.version', 'alert_subscribers.address'])
    .where('alerts.id', '=', id)
    .executeTakeFirst()
}

/** Alerts of a subscriber, all or one. */
interface OfSubscriber {
  subscriberId: number
  alertId?: number
}

export async function confirmAlerts(
  db: Db,
  { subscriberId, alertId }: OfSubscriber,
  now: string,
): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ confirmed_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('confirmed_at', 'is', null)
    .$if(alertId !== undefined, (query) => query.where('id', '=', alertId ?? 0))
    .execute()
}

/** Deletes alerts, all of a subscriber or one, and the subscriber if none is left. */
export async function removeAlerts(db: Db, { subscriberId, alertId }: OfSubscriber): Promise<void> {
  await db
    .deleteFrom('alerts')
    .where('subscriber_id', '=', subscriberId)
    .$if(alertId !== undefined, (query) => query.where('id', '=', alertId ?? 0))
    .execute()
  await db
    .deleteFrom('alert_subscribers')
    .where('id', '=', subscriberId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('alerts').select('id').where('subscriber_id', '=', subscriberId))),
    )
    .execute()
}

/** Deletes alerts without a confirmation, and the subscribers who have no other. */
export async function removeUnconfirmed(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('alerts')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
  await db
    .deleteFrom('alert_subscribers')
    .where('id', 'not in', (eb) => eb.selectFrom('alerts').select('subscriber_id'))
    .execute()
}

export async function noteLeft(db: Db, hash: string, now: string): Promise<void> {
  await db
    .insertInto('left_addresses')
    .values({ hash, left_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ left_at: now }))
    .execute()
}

/** Lets an address be entered again; returns whether it had left. */
export async function forgetLeftAddress(db: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('left_addresses')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

export async function hasLeft(db: ReadDatabase, hash: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('left_addresses')
    .select('hash')
    .where('hash', '=', hash)
    .where('left_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetLeft(db: Db, before: string): Promise<void> {
  await db.deleteFrom('left_addresses').where('left_at', '<', before).execute()
}

export type StoredEntry = Omit<
  Selectable<Tables['alert_entries']>,
  'municipality' | 'language' | 'feed'
>

/** Notes what entries of a feed tell now. */
export async function noteEntries(
  db: Db,
  { municipality, language, feed }: AlertFeed,
  entries: readonly StoredEntry[],
): Promise<void> {
  for (const some of batches(entries))
    await db
      .insertInto('alert_entries')
      .values(some.map((entry) => ({ municipality, language, feed, ...entry })))
      .onConflict((conflict) =>
        conflict
          .columns(['municipality', 'language', 'feed', 'identity'])
          .doUpdateSet(({ ref }) => ({
            ...{ state: ref('excluded.state'), event: ref('excluded.event') },
            ...{ seen_at: ref('excluded.seen_at'), until: ref('excluded.until') },
            ...{ title: ref('excluded.title'), url: ref('excluded.url') },
            ...{ said: ref('excluded.said'), earlier: ref('excluded.earlier') },
            gone_at: ref('excluded.gone_at'),
          })),
      )
      .execute()
}

/** The noted entries of a feed, by their identity. */
export async function readEntries(
  db: ReadDatabase,
  { municipality, language, feed }: AlertFeed,
): Promise<Map<string, StoredEntry>> {
  const rows = await db
    .selectFrom('alert_entries')
    .select(['identity', 'state', 'event', 'first_seen_at', 'seen_at'])
    .select(['until', 'title', 'url', 'said', 'earlier', 'gone_at'])
    .where('municipality', '=', municipality)
    .where('language', '=', language)
    .where('feed', '=', feed)
    .execute()
  return new Map(rows.map((row) => [row.identity, row]))
}

/** Deletes the entries of feeds without an alert. */
export async function forgetEntries(db: Db): Promise<void> {
  await db
    .deleteFrom('alert_entries')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alerts')
            .select('alerts.id')
            .whereRef('alerts.municipality', '=', 'alert_entries.municipality')
            .whereRef('alerts.language', '=', 'alert_entries.language')
            .whereRef('alerts.feed', '=', 'alert_entries.feed'),
        ),
      ),
    )
    .execute()
}

/** Subscribers with a confirmed alert after an id, who were not stopped and for whom no e-mail waits. */
export async function listSubscribers(
  db: ReadDatabase,
  after: number,
  limit: number,
): Promise<Subscriber[]> {
  return db
    .selectFrom('alert_subscribers')
    .selectAll()
    .where('id', '>', after)
    .where('stopped_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts')
          .select('alerts.id')
          .whereRef('alerts.subscriber_id', '=', 'alert_subscribers.id')
          .where('alerts.confirmed_at', 'is not', null),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_mails')
            .select('alert_mails.id')
            .whereRef('alert_mails.subscriber_id', '=', 'alert_subscribers.id')
            .where('alert_mails.sent_at', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function changeAlert(
  db: Db,
  id: number,
  values: Pick<StoredAlert, 'events' | 'speed'>,
): Promise<void> {
  await db.updateTable('alerts').set(values).where('id', '=', id).execute()
}

/** Revokes the links of a subscriber, and lets e-mails go to the address again. */
export async function renewSubscriber(db: Db, id: number): Promise<void> {
  await db
    .updateTable('alert_subscribers')
    .set(({ eb }) => ({ version: eb('version', '+', 1), stopped_at: null, stopped_by: null }))
    .where('id', '=', id)
    .execute()
}

interface Read {
  readAt: string
  title: string
  isMailed: boolean
  goneSince?: string | null
}

/** Notes up to when the entries of an alert were mailed, or that none were new; and its title. */
export async function noteRead(
  db: Db,
  { id, read_at: before }: Pick<StoredAlert, 'id' | 'read_at'>,
  { readAt, title, isMailed, goneSince = null }: Read,
): Promise<void> {
  const values = {
    ...{ read_at: readAt, title, gone_since: goneSince },
    ...(isMailed && { read_before: before }),
  }
  await db.updateTable('alerts').set(values).where('id', '=', id).execute()
}

/** Notes that what an alert follows is missing. */
export async function noteGone(db: Db, id: number, now: string): Promise<void> {
  await db.updateTable('alerts').set({ gone_since: now }).where('id', '=', id).execute()
}

/** When an alert was read last, of all; empty if there is none. */
export async function lastReadAt(db: ReadDatabase): Promise<string> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('read_at').as('last'))
    .executeTakeFirst()
  return row?.last ?? ''
}

/** Each feed that is sent to somebody, and since when the one who is furthest behind has not read it. */
export async function listReadSince(db: ReadDatabase): Promise<(AlertFeed & { since: string })[]> {
  return db
    .selectFrom('alerts')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alerts.subscriber_id')
    .select(['municipality', 'language', 'feed'])
    .select(({ fn }) => fn.min('read_at').as('since'))
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .groupBy(['municipality', 'language', 'feed'])
    .execute()
}

/** Forgets up to when entries were mailed before the last digest. */
export async function forgetReadBefore(db: Db, subscriberId: number): Promise<void> {
  const values = { read_before: null }
  await db.updateTable('alerts').set(values).where('subscriber_id', '=', subscriberId).execute()
}

/** Notes a digest; returns false if there was one in the last hour. */
export async function claimDigest(
  db: Db,
  subscriberId: number,
  { now, hourAgo, inAnHour }: { now: string; hourAgo: string; inAnHour: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_subscribers')
    .set({ mailed_at: now })
    .where('id', '=', subscriberId)
    .where(({ or, eb }) =>
      or([
        eb('mailed_at', 'is', null),
        eb('mailed_at', '<=', hourAgo),
        eb('mailed_at', '>', inAnHour),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export type NewMail = Pick<
  StoredMail,
  'subscriber_id' | 'message_id' | 'content' | 'created_at'
> & { begins_at?: string | null }

/** Adds an e-mail to send; does nothing if it is there. */
export async function addMail(db: Db, mail: NewMail): Promise<void> {
  await db
    .insertInto('alert_mails')
    .values({ ...mail, next_at: mail.created_at })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

export async function listMailsOf(db: ReadDatabase, subscriberId: number): Promise<StoredMail[]> {
  return db
    .selectFrom('alert_mails')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('id')
    .execute()
}

/** The next e-mails to send, oldest first. */
export async function listDueMails(db: ReadDatabase, now: string, limit: number) {
  return db
    .selectFrom('alert_mails')
    .innerJoin('alert_subscribers', 'alert_subscribers.id', 'alert_mails.subscriber_id')
    .selectAll('alert_mails')
    .select(['alert_subscribers.address', 'alert_subscribers.version'])
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now)
    .where('stopped_at', 'is', null)
    .orderBy('alert_mails.id')
    .limit(limit)
    .execute()
}

/** What was sent is kept by its id alone. */
export async function noteSent(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('alert_mails')
    .set({ sent_at: now, content: '' })
    .where('id', '=', id)
    .execute()
}

/** Takes an e-mail that is due until a later time; returns false if another process has it. */
export async function claimMail(
  db: Db,
  id: number,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_mails')
    .set(({ eb }) => ({ next_at: until, tries: eb('tries', '+', 1), maybe_taken: 1 }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export async function postpone(
  db: Db,
  id: number,
  values: Pick<StoredMail, 'next_at' | 'maybe_taken'>,
): Promise<void> {
  await db.updateTable('alert_mails').set(values).where('id', '=', id).execute()
}

/** Deletes the ids of e-mails sent before a time. */
export async function forgetMails(db: Db, before: string): Promise<void> {
  await db.deleteFrom('alert_mails').where('sent_at', '<', before).execute()
}
