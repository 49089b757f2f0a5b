import { LRUCache } from 'lru-cache'
import { dayMs } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import {
  type AlertFeed,
  addMail,
  claimDigest,
  forgetEntries,
  forgetLeft,
  forgetMails,
  listAlertsOf,
  listSubscribers,
  noteEntries,
  noteRead,
  readEntries,
  removeUnconfirmed,
  type StoredAlert,
  type StoredEntry,
  type Subscriber,
} from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import { leftDays, messageId, prefixOf } from './desk.ts'
import { digestEmail, inOrder, type News, type NewsEntry, type Sender } from './digest.ts'
import type { Email } from './email.ts'
import { eventsIn } from './events.ts'
import { ownUrl } from './own-alerts.ts'
import { comparedWith, type EntryOfFeed, identityOf } from './seen.ts'
import { lastDue } from './speed.ts'
import { linkToken } from './token.ts'
import { wordsIn } from './words.ts'

const hourMs = dayMs / 24
const unconfirmedDays = 2
const sentMailDays = 30
const subscribersRead = 200
/** Of a hundred entries each. */
const feedsKept = 100

/** A feed as it is now, or undefined if its council or record is gone. */
type ReadFeed = (feed: AlertFeed) => Promise<ReadableFeed | undefined>

interface FeedEntry extends EntryOfFeed {
  summary: string
  /** See `NewsEntry`. */
  source?: string | null
  /** The day of what it is about (RFC 3339); null if that is to come, or unknown. */
  published: string | null
}

export interface ReadableFeed {
  council: string
  timeZone: string
  title: string
  /** Without the council. */
  name: string
  page: string
  entries: readonly FeedEntry[]
}

export interface RunOptions {
  writing: WriteStore
  clock: Clock
  /** The secret `alert`. */
  key: string
  siteUrl: string
  sender: Sender
  readFeed: ReadFeed
}

/**
 * Writes the e-mails that are due: one for each subscriber with everything that is new in their feeds. Returns how many.
 * Sending them is `deliver`.
 */
export async function writeDigests(options: RunOptions): Promise<number> {
  const { writing, clock } = options
  const now = clock.now()
  await writing.transaction(async (db) => {
    await removeUnconfirmed(db, timeOf(now - unconfirmedDays * dayMs))
    await forgetLeft(db, timeOf(now - leftDays * dayMs))
    await forgetMails(db, timeOf(now - sentMailDays * dayMs))
    await forgetEntries(db)
  }, 'access')
  const feeds = new FeedReads(options)
  let count = 0
  let after = 0
  for (;;) {
    const subscribers = await listSubscribers(writing.db, after, subscribersRead)
    for (const subscriber of subscribers)
      if (await writeDigest(subscriber, feeds, options)) count += 1
    after = subscribers.at(-1)?.id ?? after
    if (subscribers.length < subscribersRead) return count
  }
}

interface KnownFeed extends ReadableFeed {
  /** What each entry told last, by its identity. */
  stored: ReadonlyMap<string, StoredEntry>
  /** When it was read; what is seen later is not in it. */
  readAt: string
}

/** Feeds as a run reads them, each with what is new in it noted. */
class FeedReads {
  readonly #options: RunOptions
  readonly #feeds = new LRUCache<string, KnownFeed>({ max: feedsKept })

  constructor(options: RunOptions) {
    this.#options = options
  }

  async read(feed: AlertFeed): Promise<KnownFeed | undefined> {
    const { writing, readFeed, clock } = this.#options
    const name = `${feed.municipality} ${feed.language} ${feed.feed}`
    const kept = this.#feeds.get(name)
    if (kept !== undefined) return kept
    const found = await readFeed(feed)
    if (found === undefined) return undefined
    const readAt = timeOf(clock.now())
    const stored = await readEntries(writing.db, feed)
    const rows = comparedWith({ entries: found.entries, stored, now: readAt })
    await writing.transaction((db) => noteEntries(db, feed, rows), 'access')
    for (const row of rows) stored.set(row.identity, row)
    const feedNow = { ...found, readAt, stored }
    this.#feeds.set(name, feedNow)
    return feedNow
  }
}

interface Due {
  alert: StoredAlert
  feed: KnownFeed
}

/** Returns whether there was something to say. */
async function writeDigest(
  subscriber: Subscriber,
  feeds: FeedReads,
  options: RunOptions,
): Promise<boolean> {
  const { writing, clock } = options
  const now = clock.now()
  const times = { now: timeOf(now), hourAgo: timeOf(now - hourMs) }
  // At most one e-mail an hour.
  if (subscriber.mailed_at !== null && subscriber.mailed_at > times.hourAgo) return false
  const due: Due[] = []
  for (const alert of await listAlertsOf(writing.db, subscriber.id)) {
    if (alert.confirmed_at === null) continue
    const feed = await feeds.read(alert)
    if (feed !== undefined && isDue(alert, feed, now)) due.push({ alert, feed })
  }
  const email = emailOf(subscriber, due, options)
  return writing.transaction(async (db) => {
    // Another process may have written it.
    if (email !== undefined && !(await claimDigest(db, subscriber.id, times))) return false
    for (const { alert, feed } of due)
      await noteRead(db, alert, { ...feed, isMailed: email !== undefined })
    if (email === undefined) return false
    await addMail(db, {
      ...{ subscriber_id: subscriber.id, created_at: times.now },
      message_id: messageId(options, ['digest', String(subscriber.id), times.now]),
      content: JSON.stringify(email),
    })
    return true
  }, 'access')
}

/** Undefined if nothing is new. */
function emailOf(
  subscriber: Subscriber,
  due: readonly Due[],
  { key, siteUrl, sender }: RunOptions,
): Email | undefined {
  const stopUrl = ({ id, language }: StoredAlert) =>
    `${siteUrl}${prefixOf(language)}/alerts/u/${linkToken(key, 'leave', { id, version: subscriber.version })}`
  const news = due.flatMap(({ alert, feed }) => newsOf(alert, feed, stopUrl(alert)))
  const [first] = due
  if (first === undefined || news.length === 0) return undefined
  const { language } = first.alert
  const leaveUrl = `${stopUrl(first.alert)}?all=1`
  return digestEmail({
    ...{ words: wordsIn(language), language, news, sender, leaveUrl },
    ownUrl: ownUrl({ key, siteUrl }, language, subscriber),
  })
}

const isDue = (alert: StoredAlert, feed: KnownFeed, now: number) =>
  Date.parse(alert.read_at) < lastDue(alert.speed, now, feed.timeZone)

/** What an alert has not mailed yet. */
function newsOf(alert: StoredAlert, feed: KnownFeed, stopUrl: string): News[] {
  const { council, title, name, page } = feed
  const chosen = eventsIn(alert.events.split(','))
  const news = [...entriesIn(alert, feed), ...missingFrom(alert, feed)]
  const entries = inOrder(news.filter(({ event }) => chosen.includes(event)))
  return entries.length === 0 ? [] : [{ council, feed: { title, name, page }, entries, stopUrl }]
}

function* entriesIn(alert: StoredAlert, { entries, stored }: KnownFeed): Generator<NewsEntry> {
  for (const entry of entries) {
    const row = stored.get(identityOf(entry))
    if (row === undefined || row.seen_at <= alert.read_at || isOlder(entry, alert)) continue
    // It did not change for a reader to whom it is new.
    const isFirst = row.first_seen_at > alert.read_at
    const [event] = isFirst ? [entry.event] : eventsIn([row.event])
    if (event != null) yield { ...entry, event, was: isFirst ? '' : row.was }
  }
}

/** What was on an agenda and is not any more. */
function* missingFrom(alert: StoredAlert, { stored, readAt }: KnownFeed): Generator<NewsEntry> {
  for (const { title, url, said, until, ...row } of stored.values()) {
    const isNews = row.gone_at !== null && row.gone_at > alert.read_at && title !== ''
    const wasSent = row.first_seen_at <= alert.read_at
    if (isNews && wasSent && until !== null && until > readAt)
      yield { title, url, summary: said, event: 'changed', was: '', isGone: true }
  }
}

/** Whether it is about a day before that on which the alert began: a first import adds years of them. */
const isOlder = ({ published }: FeedEntry, { created_at }: StoredAlert) =>
  published !== null && Date.parse(published) < Date.parse(created_at) - dayMs

const timeOf = (ms: number) => new Date(ms).toISOString()
