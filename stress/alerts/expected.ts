import type { Results } from '../kit/results.ts'
import { FeedLog, type News } from './feed-log.ts'
import type { SunkMail } from './mail-sink.ts'
import type { MailedFeed } from './read-digest.ts'
import { feedName, lastDueOf, type Reader } from './readers.ts'
import { type Facts, type KeptResponse, readTownFeed, type TownFeed } from './town-feed.ts'

const hourMs = 3_600_000

/** What a reader must get of a feed, by its page. */
type Sections = Map<string, News>

/** Computes from the feeds, as they are served, what each reader must get; knows nothing of how alerts are sent. */
export class Expected {
  readonly #logs = new Map<string, FeedLog>()
  readonly #feeds = new Map<string, TownFeed>()
  readonly #results: Results
  readonly #reading: { siteUrl: string; kept: Map<string, KeptResponse> }
  #look = 0
  readonly readers: Reader[] = []
  readonly counts = { mails: 0, entries: 0, gone: 0, possible: 0 }

  constructor(siteUrl: string, results: Results) {
    this.#reading = { siteUrl, kept: new Map() }
    this.#results = results
  }

  get look(): number {
    return this.#look
  }

  get feeds(): number {
    return this.#feeds.size
  }

  /** Adds a feed that somebody follows from now on. */
  async follow(feed: TownFeed, facts: Facts | undefined): Promise<void> {
    const name = feedName(feed)
    if (this.#feeds.has(name) || facts === undefined) return
    this.#feeds.set(name, feed)
    const log = new FeedLog()
    log.add(this.#look, await readTownFeed(this.#reading, feed, facts), facts.now)
    this.#logs.set(name, log)
  }

  /** Reads all feeds that somebody follows. */
  async lookAtFeeds(facts: ReadonlyMap<string, Facts>): Promise<void> {
    this.#look += 1
    for (const [name, feed] of this.#feeds) {
      const known = facts.get(feed.municipality)
      if (known === undefined) continue
      const seen = await readTownFeed(this.#reading, feed, known)
      this.#logs.get(name)?.add(this.#look, seen, known.now)
    }
  }

  /** A first import is news to nobody. */
  skipFirstImport(municipality: string): void {
    for (const { alerts } of this.readers)
      for (const alert of alerts)
        if (alert.feed.municipality === municipality) alert.look = this.#look
  }

  /** Compares what was mailed with what is due now, and notes it as read. */
  check(what: string, mails: readonly SunkMail[], facts: ReadonlyMap<string, Facts>, now: number) {
    const byAddress = Map.groupBy(mails, ({ to }) => to)
    let failures = 0
    for (const reader of this.readers) {
      const expected = this.#expectedOf(reader, facts, now)
      const actual = byAddress.get(reader.address) ?? []
      byAddress.delete(reader.address)
      if (actual.length > 0) reader.mailedAt = now
      const problem = problemIn(expected, actual)
      this.counts.mails += actual.length
      this.#count(expected)
      if (problem === undefined) continue
      failures += 1
      if (failures > 5) this.#results.demand(false, `${what}: another reader`)
      else
        this.#results.fail(
          `${what}: ${reader.address} ${reader.alerts.map(({ feed, speed, events, look }) => `${feedName(feed)} ${speed} ${events.join('+')} since look ${look}`).join('; ')}: ${problem}`,
        )
    }
    this.#results.demand(byAddress.size === 0, `${what}: mail to ${[...byAddress.keys()][0]}`)
  }

  #count(expected: Sections): void {
    for (const { due, possible } of expected.values()) {
      this.counts.entries += due.length
      this.counts.possible += possible.length
      this.counts.gone += due.filter((entry) => entry.includes(' | gone | ')).length
    }
  }

  #expectedOf(reader: Reader, facts: ReadonlyMap<string, Facts>, now: number): Sections {
    const sections: Sections = new Map()
    if (reader.mailedAt > now - hourMs) return sections
    for (const alert of reader.alerts) {
      const log = this.#logs.get(feedName(alert.feed))
      const { timeZone } = facts.get(alert.feed.municipality) ?? { timeZone: '' }
      if (timeZone === '' || log?.isThere !== true) continue
      const due = lastDueOf(alert.speed, now, timeZone)
      if (due <= alert.lastDue) continue
      const news = log.newsSince(alert.look, alert.sinceDay, alert.events)
      alert.look = this.#look
      alert.lastDue = lastDueOf(alert.speed, now, timeZone)
      if (news.due.length + news.possible.length > 0) sections.set(log.page, news)
    }
    return sections
  }
}

/** What is missing or too much. */
function problemIn(expected: Sections, mails: readonly SunkMail[]): string | undefined {
  const pages = Map.groupBy(
    mails.flatMap(({ feeds }) => feeds),
    ({ page }) => page,
  )
  for (const [page, mailed] of pages) {
    const problem = problemOf(expected.get(page) ?? { due: [], possible: [] }, mailed)
    if (problem !== undefined) return `${page}: ${problem}`
  }
  const missing = [...expected].find(([page, { due }]) => due.length > 0 && !pages.has(page))
  return missing && `${missing[0]}: nothing, instead of ${missing[1].due.slice(0, 3).join('; ')}`
}

function problemOf({ due, possible }: News, mailed: readonly MailedFeed[]): string | undefined {
  const missing = [...due]
  const allowed = [...possible]
  for (const entry of mailed.flatMap(({ entries }) => entries)) {
    const list = missing.includes(entry) ? missing : allowed
    const at = list.indexOf(entry)
    if (at === -1) return `too much: ${entry}`
    list.splice(at, 1)
  }
  const more = mailed.reduce((sum, one) => sum + one.more, 0)
  const isWhole = missing.length <= more && more <= missing.length + allowed.length
  return isWhole ? undefined : `${more} more, instead of ${missing.slice(0, 3).join('; ')}`
}
