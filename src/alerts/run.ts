import { dayMs } from '../core/calendar-date.ts'
import {
  addMail,
  claimDigest,
  forgetEntries,
  forgetLeft,
  forgetMails,
  forgetReadBefore,
  listAlertsOf,
  listSubscribers,
  noteRead,
  removeUnconfirmed,
  type StoredAlert,
  type StoredEntry,
  type Subscriber,
} from '../store/alerts.ts'
import type { AlertCouncil } from '../store/import-runs.ts'
import { leftDays, messageId, nameOfAlert } from './desk.ts'
import { digestEmail, inOrder, type News, type NewsEntry, type Sender } from './digest.ts'
import { versionAt } from './earlier-versions.ts'
import type { Email } from './email.ts'
import { noteEnds, noteMissing } from './ended.ts'
import { eventsIn } from './events.ts'
import { type FeedEntry, FeedReads, type FeedReadsOptions, type KnownFeed } from './feed-reads.ts'
import { identityOf } from './seen.ts'
import { lastDue } from './speed.ts'
import { type LinkOptions, linkUrl } from './token.ts'
import { wordsIn } from './words.ts'

const hourMs = dayMs / 24
const unconfirmedDays = 2
const sentMailDays = 30
const subscribersRead = 200

export interface RunOptions extends FeedReadsOptions, LinkOptions {
  sender: Sender
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
  const feeds = await FeedReads.of(options)
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

interface Due {
  alert: StoredAlert
  feed: KnownFeed
  council: AlertCouncil
}

/** What is to be said to a subscriber, if anything. */
interface ToSay {
  due: Due[]
  /** What they follow that is not there any more. */
  ended: StoredAlert[]
}

/** Returns whether there was something to say. */
async function writeDigest(
  subscriber: Subscriber,
  feeds: FeedReads,
  options: RunOptions,
): Promise<boolean> {
  const { writing, clock } = options
  const now = clock.now()
  const times = { now: timeOf(now), hourAgo: timeOf(now - hourMs), inAnHour: timeOf(now + hourMs) }
  if (wasMailed(subscriber, times)) return false
  const { due, ended } = await readAlertsOf(subscriber, feeds, options)
  const [first] = [...due.map(({ alert }) => alert), ...ended]
  if (first === undefined) return false
  const news = newsFor(subscriber, due, options)
  const email = emailOf(subscriber, { news, ended }, first, options)
  return writing.transaction(async (db) => {
    // The next run writes it.
    if (!(await feeds.areCurrent(db, due))) return false
    // Another process may have written it.
    if (email !== undefined && !(await claimDigest(db, subscriber.id, times))) return false
    // What was mailed before is not written again.
    if (email !== undefined) await forgetReadBefore(db, subscriber.id)
    for (const { alert, feed } of due)
      await noteRead(db, alert, { ...feed, isMailed: email !== undefined })
    await noteEnds(db, ended, times.now)
    if (email === undefined) return false
    await addMail(db, {
      ...{ subscriber_id: subscriber.id, created_at: times.now },
      message_id: messageId(options, ['digest', String(subscriber.id), times.now]),
      ...{ content: JSON.stringify(email), begins_at: firstBegin(news) },
    })
    return true
  }, 'access')
}

async function readAlertsOf(
  { id }: Subscriber,
  feeds: FeedReads,
  { writing, clock }: RunOptions,
): Promise<ToSay> {
  const now = clock.now()
  const found: ToSay = { due: [], ended: [] }
  const alerts = await listAlertsOf(writing.db, id)
  for (const alert of alerts.filter(({ confirmed_at }) => confirmed_at !== null)) {
    const read = await readAlert(alert, feeds, now)
    if (read === 'gone') {
      if (await noteMissing(writing, alert, now)) found.ended.push(alert)
    } else if (read !== undefined) found.due.push(read)
  }
  return found
}

/** An alert with what is to be noted of it; undefined for nothing. */
async function readAlert(
  alert: StoredAlert,
  feeds: FeedReads,
  now: number,
): Promise<Due | 'gone' | undefined> {
  const council = await feeds.council(alert.municipality)
  if (council === undefined) return 'gone'
  if (!isDue(alert, council, now)) return undefined
  const feed = await feeds.read(alert)
  if (feed === undefined) return 'gone'
  return isKnown(alert, feed) ? undefined : { alert, feed, council }
}

/** At most one e-mail an hour; one of a later time was sent while the clock was wrong. */
const wasMailed = (
  { mailed_at: mailed }: Subscriber,
  { hourAgo, inAnHour }: { hourAgo: string; inAnHour: string },
) => mailed !== null && mailed > hourAgo && mailed <= inAnHour

/** What is new for a subscriber, feed by feed. */
function newsFor(
  { version }: Subscriber,
  due: readonly Due[],
  { key, siteUrl, clock }: RunOptions,
) {
  const now = timeOf(clock.now())
  return due.flatMap((one) => {
    const { id, language } = one.alert
    return newsOf(one, linkUrl({ key, siteUrl }, language, 'leave', { id, version }), now)
  })
}

/** Undefined if there is nothing to say. */
function emailOf(
  subscriber: Subscriber,
  { news, ended }: { news: readonly News[]; ended: readonly StoredAlert[] },
  { language }: StoredAlert,
  { key, siteUrl, sender }: RunOptions,
): Email | undefined {
  if (news.length === 0 && ended.length === 0) return undefined
  const link = (purpose: 'leave-all' | 'own') =>
    linkUrl({ key, siteUrl }, language, purpose, subscriber)
  const { version } = subscriber
  return digestEmail({
    ...{ words: wordsIn(language), language, news, sender },
    ended: ended.map((alert) => ({
      title: nameOfAlert(alert),
      stopUrl: linkUrl({ key, siteUrl }, alert.language, 'leave', { id: alert.id, version }),
    })),
    ...{ leaveUrl: link('leave-all'), ownUrl: link('own') },
  })
}

/** When the first of the meetings begins that are announced. */
function firstBegin(news: readonly News[]): string | null {
  const times = news.flatMap(({ entries }) =>
    entries.flatMap(({ ahead, goneUntil = ahead?.until }) => goneUntil ?? []),
  )
  return times.toSorted()[0] ?? null
}

const isDue = ({ speed, read_at }: StoredAlert, { timeZone }: AlertCouncil, now: number) =>
  speed === 'now' || Date.parse(read_at) < lastDue(speed, now, timeZone)

/** Whether nothing is to be noted of an alert that is always due, or what is news to it may be missing after a takedown. */
const isKnown = (
  { speed, read_at, title, gone_since: goneSince }: StoredAlert,
  { newest, since, ...feed }: KnownFeed,
) =>
  read_at < since ||
  (speed === 'now' && goneSince === null && newest <= read_at && title === feed.title)

/** What an alert has not mailed yet. */
function newsOf(due: Due, stopUrl: string, now: string): News[] {
  const { alert, feed } = due
  const { council, title, name, page } = feed
  const chosen = eventsIn(alert.events.split(','))
  const news = [...entriesIn(due), ...missingFrom(alert, feed, now)]
  const entries = inOrder(news.filter(({ event }) => chosen.includes(event)))
  return entries.length === 0 ? [] : [{ council, feed: { title, name, page }, entries, stopUrl }]
}

function* entriesIn({ alert, feed, council }: Due): Generator<NewsEntry> {
  for (const entry of feed.entries) {
    const row = feed.stored.get(identityOf(entry))
    if (row === undefined || row.seen_at <= alert.read_at) continue
    if (isOlder(entry, alert) || isOfFirstImport(entry, row, council)) continue
    const change = changeIn(row, alert)
    if (change !== undefined) yield { ...entry, ...change }
  }
}

/** What an entry tells a reader; undefined for nothing. */
function changeIn(
  row: StoredEntry,
  { read_at }: StoredAlert,
): Pick<NewsEntry, 'event' | 'was'> | undefined {
  const before = versionAt(row, read_at)
  if (before?.state === row.state) return undefined
  const was = before?.said ?? ''
  if (was !== '' && row.said !== '' && was !== row.said) return { event: 'changed', was }
  const [event] = eventsIn([row.event])
  return event && { event, was: '' }
}

/** What was on an agenda and is not any more. */
function* missingFrom(
  alert: StoredAlert,
  { stored }: KnownFeed,
  now: string,
): Generator<NewsEntry> {
  for (const row of stored.values()) {
    const { title, url, said, until, gone_at } = row
    const isNews = gone_at !== null && gone_at > alert.read_at && title !== ''
    const isAhead = until !== null && until > now
    const wasAhead = isNews && isAhead && versionAt(row, alert.read_at)?.until != null
    if (wasAhead) yield { title, url, summary: said, event: 'changed', was: '', goneUntil: until }
  }
}

/** Whether it is about a day before that on which the alert began: an import of a further source adds years of them. */
const isOlder = ({ published }: FeedEntry, { created_at }: StoredAlert) =>
  published !== null && Date.parse(published) < Date.parse(created_at) - dayMs

/** Whether it was there with all the others: what is to come, of today or without a day is not new by that. */
function isOfFirstImport(
  { updated }: FeedEntry,
  { first_seen_at, seen_at }: StoredEntry,
  { firstImport }: AlertCouncil,
): boolean {
  const isFirst = firstImport !== null && Date.parse(updated) < Date.parse(firstImport)
  // An item does not change with its meeting.
  return isFirst && first_seen_at === seen_at
}

const timeOf = (ms: number) => new Date(ms).toISOString()
