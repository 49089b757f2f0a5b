import { LRUCache } from 'lru-cache'
import type { Clock } from '../core/clock.ts'
import {
  type AlertFeed,
  lastReadAt,
  listReadSince,
  noteEntries,
  readEntries,
  type StoredEntry,
} from '../store/alerts.ts'
import { type AlertCouncil, findAlertCouncil, readDataVersions } from '../store/import-runs.ts'
import type { ReadDatabase, WriteStore } from '../store/open.ts'
import { comparedWith, type EntryOfFeed, identityOf, timeAfter } from './seen.ts'

/** Entries that may be news to somebody, of all feeds of a run. */
const entriesKept = 20_000

/** A feed as it is now, or undefined if its council or record is gone. */
type ReadFeed = (feed: AlertFeed) => Promise<ReadableFeed | undefined>

export interface FeedEntry extends EntryOfFeed {
  summary: string
  /** See `NewsEntry`. */
  source?: string | null
  /** The day of what it is about (RFC 3339); null if that is to come, or unknown. */
  published: string | null
  /** When its record last changed (RFC 3339). */
  updated: string
}

export interface ReadableFeed {
  council: string
  title: string
  /** Without the council. */
  name: string
  page: string
  entries: readonly FeedEntry[]
}

export interface FeedReadsOptions {
  writing: WriteStore
  clock: Clock
  readFeed: ReadFeed
}

/** A feed with the entries that are news to somebody. */
export interface KnownFeed extends ReadableFeed {
  /** Of the data of the council, before it was read. */
  version: number | undefined
  /** What each entry told last, by its identity. */
  stored: ReadonlyMap<string, StoredEntry>
  /** When its last news was seen; empty if there is none. */
  newest: string
  /** Since when they are here: before that, the reader who is furthest behind has read it. */
  since: string
  /** When it was read; what is seen later is not in it. After all that was read before, though a clock was set back. */
  readAt: string
}

/** Feeds as a run reads them, each with what is new in it noted. */
export class FeedReads {
  readonly #options: FeedReadsOptions
  readonly #feeds = new LRUCache<string, KnownFeed>({
    maxSize: entriesKept,
    sizeCalculation: ({ entries, stored }) => 1 + entries.length + stored.size,
  })
  readonly #councils = new Map<string, Promise<AlertCouncil | undefined>>()
  /** Since when the reader who is furthest behind has not read a feed. */
  readonly #readSince: ReadonlyMap<string, string>
  #lastReadAt: string

  static async of(options: FeedReadsOptions): Promise<FeedReads> {
    const { db } = options.writing
    const since = (await listReadSince(db)).map((row) => [nameOf(row), row.since] as const)
    return new FeedReads(options, new Map(since), await lastReadAt(db))
  }

  private constructor(options: FeedReadsOptions, since: ReadonlyMap<string, string>, last: string) {
    this.#options = options
    this.#readSince = since
    this.#lastReadAt = last
  }

  /** The council of a feed; undefined if it is gone. */
  council(municipality: string): Promise<AlertCouncil | undefined> {
    const found =
      this.#councils.get(municipality) ?? findAlertCouncil(this.#options.writing.db, municipality)
    this.#councils.set(municipality, found)
    return found
  }

  async read(feed: AlertFeed): Promise<KnownFeed | undefined> {
    const { writing, readFeed, clock } = this.#options
    const name = nameOf(feed)
    const kept = this.#feeds.get(name)
    if (kept !== undefined) return kept
    const version = await this.#versionOf(feed)
    const found = await readFeed(feed)
    if (found === undefined) return undefined
    const now = timeOf(clock.now())
    const stored = await readEntries(writing.db, feed)
    const readAt = timeAfter(this.#lastReadAt, stored, now)
    this.#lastReadAt = readAt
    const rows = comparedWith({ entries: found.entries, stored, now, readAt })
    await writing.transaction((db) => noteEntries(db, feed, rows), 'access')
    for (const row of rows) stored.set(row.identity, row)
    const news = newsAfter(this.#readSince.get(name) ?? '', found, stored)
    const feedNow = { ...found, ...news, readAt, version }
    this.#feeds.set(name, feedNow)
    return feedNow
  }

  /** Whether feeds are as they were read: a takedown may have changed their words. Those that are not are read again. */
  async areCurrent(db: ReadDatabase, feeds: readonly { alert: AlertFeed; feed: KnownFeed }[]) {
    if (feeds.length === 0) return true
    const versions = await readDataVersions(
      db,
      feeds.map(({ alert }) => alert.municipality),
    )
    const isOld = ({ alert, feed }: (typeof feeds)[number]) =>
      feed.version !== versions.get(alert.municipality)
    const old = feeds.filter(isOld)
    for (const { alert } of old) this.#feeds.delete(nameOf(alert))
    return old.length === 0
  }

  async #versionOf({ municipality }: AlertFeed): Promise<number | undefined> {
    const versions = await readDataVersions(this.#options.writing.db, [municipality])
    return versions.get(municipality)
  }
}

const nameOf = ({ municipality, language, feed }: AlertFeed) =>
  `${municipality} ${language} ${feed}`

/** Entries of a feed that were seen after a time; others are not news to any reader. */
function newsAfter(
  since: string,
  { entries }: ReadableFeed,
  stored: ReadonlyMap<string, StoredEntry>,
): Pick<KnownFeed, 'since' | 'entries' | 'stored' | 'newest'> {
  const later = new Map([...stored].filter(([, { seen_at }]) => seen_at > since))
  const times = [...later.values()].map(({ seen_at }) => seen_at)
  return {
    since,
    entries: entries.filter((entry) => later.has(identityOf(entry))),
    stored: later,
    newest: times.toSorted().at(-1) ?? '',
  }
}

const timeOf = (ms: number) => new Date(ms).toISOString()
