import { AlertDesk } from '../../src/alerts/desk.ts'
import { alertEvents } from '../../src/alerts/events.ts'
import type { EntryOfFeed } from '../../src/alerts/seen.ts'
import type { AlertSpeed } from '../../src/alerts/speed.ts'
import type { Clock } from '../../src/core/clock.ts'
import { findByAddress, lastReadAt } from '../../src/store/alerts.ts'
import { findSecret } from '../../src/store/secrets.ts'
import type { Service } from '../../test/support/service/service.ts'
import type { Random } from '../kit/random.ts'
import { dayIn, type TownFeed } from './town-feed.ts'

/** An alert as its reader understands it. */
interface ReaderAlert {
  feed: TownFeed
  speed: AlertSpeed
  events: readonly string[]
  sinceDay: string
  /** The look at the feed up to which its reader knows it, and the day of its last reading. */
  look: number
  lastDue: string
}

export interface Reader {
  address: string
  alerts: ReaderAlert[]
  mailedAt: number
}

const perInsert = 500

/** Reads the entries of a feed as the form of its page does. */
type FeedEntries = (feed: TownFeed) => Promise<readonly EntryOfFeed[]>

interface Joining {
  service: Service
  clock: Clock
  readFeed: FeedEntries
}

/** Adds readers who follow one to five feeds from now on; the first of each feed as the site adds them, the others as rows. */
export async function addReaders(
  readers: readonly Reader[],
  { service, clock, readFeed }: Joining,
): Promise<void> {
  const { writing } = service
  const now = new Date(clock.now()).toISOString()
  const desk = new AlertDesk({
    ...{ writing, clock, key: await findSecret(writing.db, 'alert'), siteUrl: service.url },
    sender: { name: 'Stress', postal: null, contact: null },
    ...{ onMail: () => undefined, eventsOf: () => alertEvents },
  })
  const added = new Set<string>()
  for (const { address, alerts } of readers)
    for (const alert of alerts) {
      const { municipality, language, path: feed } = alert.feed
      const name = feedName(alert.feed)
      if (added.has(name)) continue
      added.add(name)
      const entries = await readFeed(alert.feed)
      const { speed } = alert
      const events = alertEvents.filter((event) => alert.events.includes(event))
      await desk.join({
        ...{ address, title: feed, entries, events, speed },
        feed: { municipality, language, feed },
      })
    }
  await writing.transaction(async (db) => {
    for (let at = 0; at < readers.length; at += perInsert) {
      const some = readers.slice(at, at + perInsert)
      await db
        .insertInto('alert_subscribers')
        .values(some.map(({ address }) => ({ address, created_at: now })))
        .onConflict((conflict) => conflict.column('address').doNothing())
        .execute()
    }
    const ids = new Map(
      (await db.selectFrom('alert_subscribers').select(['id', 'address']).execute()).map(
        ({ id, address }) => [address, id],
      ),
    )
    // What the first readers noted is not news to the others.
    const read_at = await lastReadAt(db)
    const rows = readers.flatMap(({ address, alerts }) =>
      alerts.map(({ feed, speed, events }) => ({
        ...{ subscriber_id: ids.get(address) ?? 0, municipality: feed.municipality, speed },
        ...{ language: feed.language, feed: feed.path, title: feed.path, events: events.join(',') },
        ...{ created_at: now, read_at },
      })),
    )
    for (let at = 0; at < rows.length; at += perInsert)
      await db
        .insertInto('alerts')
        .values(rows.slice(at, at + perInsert))
        .onConflict((conflict) =>
          conflict.columns(['subscriber_id', 'municipality', 'language', 'feed']).doNothing(),
        )
        .execute()
    await db
      .updateTable('alerts')
      .set({ confirmed_at: now })
      .where('confirmed_at', 'is', null)
      .execute()
    // Confirmations are not what is counted here.
    await db.deleteFrom('alert_mails').where('sent_at', 'is', null).execute()
  }, 'access')
}

/** Deletes the address of a reader, as the link in an e-mail does. */
export async function removeReader({ writing }: Service, { address }: Reader): Promise<void> {
  await writing.transaction(async (db) => {
    const found = await findByAddress(db, address)
    if (found !== undefined)
      await db.deleteFrom('alert_subscribers').where('id', '=', found.id).execute()
  }, 'access')
}

export const feedName = ({ municipality, language, path }: TownFeed) =>
  `${municipality} ${language} ${path}`

/** The day at whose seven o'clock an alert of a speed was due last; of one at once, the moment. */
export function lastDueOf(speed: AlertSpeed, now: number, timeZone: string): string {
  if (speed === 'now') return new Date(now).toISOString()
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const day = new Date(Date.UTC(part('year'), part('month') - 1, part('day')))
  if (part('hour') < 7) day.setUTCDate(day.getUTCDate() - 1)
  // Back to Monday.
  if (speed === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

interface Drawing {
  random: Random
  zones: ReadonlyMap<string, string>
  now: number
}

const speeds = ['now', 'now', 'daily', 'weekly'] as const

/** A reader with one to five alerts, three of four of them of the first council. */
export function drawReader(
  address: string,
  [feeds, others]: readonly [readonly TownFeed[], readonly TownFeed[]],
  { random, zones, now }: Drawing,
): Reader {
  const followed = new Map<string, TownFeed>()
  for (let count = random.between(1, 5); count > 0; count -= 1) {
    const feed = random.pick(random.chance(0.75) ? feeds : others)
    followed.set(feedName(feed), feed)
  }
  const alerts = [...followed.values()].map((feed): ReaderAlert => {
    const timeZone = zones.get(feed.municipality) ?? ''
    const speed = random.pick(speeds)
    const some = feed.events.filter(() => random.chance(0.7))
    return {
      ...{ feed, speed, events: some.length === 0 ? feed.events : some, look: 0 },
      ...{ sinceDay: dayIn(timeZone, now), lastDue: lastDueOf(speed, now, timeZone) },
    }
  })
  return { address, alerts, mailedAt: 0 }
}
