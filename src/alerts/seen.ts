import { createHash } from 'node:crypto'
import { feedEntriesMax } from '../core/feed-entries-max.ts'
import type { StoredEntry } from '../store/alerts.ts'
import { withVersion } from './earlier-versions.ts'
import type { Ahead, AlertEvent } from './events.ts'

/** What distinguishes an entry of a feed: its identity, and what it says happened. */
export interface EntryOfFeed {
  id?: string
  url: string
  title: string
  event: AlertEvent | null
  state?: string
  /** Identities: it is not news if all of them were. */
  announcedAs?: readonly string[]
  ahead?: Ahead
}

/** A digest of 12 bytes: feeds have a hundred entries. The host may change. */
export function identityOf({ url, id = url }: EntryOfFeed): string {
  const { pathname, hash } = new URL(id)
  return digestOf(pathname + hash)
}

const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

interface Compared {
  entries: readonly EntryOfFeed[]
  stored: ReadonlyMap<string, StoredEntry>
  /** ISO 8601 UTC. */
  now: string
  /** See `timeAfter`. */
  readAt: string
}

/**
 * The time of a reading of a feed: now, or after all that were before it if the clock was set back. What is noted with an
 * earlier time is not news.
 */
export function timeAfter(
  lastReadAt: string,
  stored: ReadonlyMap<string, Pick<StoredEntry, 'seen_at'>>,
  now: string,
): string {
  const after = lastReadAt === '' ? '' : new Date(Date.parse(lastReadAt) + 1).toISOString()
  const times = [...stored.values()].map(({ seen_at }) => seen_at)
  return [after, ...times].reduce((last, time) => (time > last ? time : last), now)
}

/** The rows of a feed that are new or tell something else than before, and those of agendas that are missing. */
export function comparedWith({ entries, stored, now, readAt }: Compared): StoredEntry[] {
  // Of two entries of one page, the first.
  const shown = new Map(entries.toReversed().map((entry) => [identityOf(entry), entry]))
  const changed = [...shown].flatMap(([identity, entry]) =>
    changedBy(announced(entry, stored), stored.get(identity), { identity, readAt }),
  )
  // What is to come is first: if it fills the feed, more of it may follow.
  const isCut = entries.length >= feedEntriesMax && entries.at(-1)?.ahead !== undefined
  return isCut ? changed : [...changed, ...missingIn(stored, shown, { now, readAt })]
}

/** Nothing new of a meeting that has begun, if it was on its agenda. */
function announced(entry: EntryOfFeed, stored: Compared['stored']): EntryOfFeed {
  const { announcedAs: ids = [] } = entry
  const isKnown =
    ids.length > 0 && ids.every((url) => stored.has(identityOf({ ...entry, id: url })))
  return isKnown ? { ...entry, event: null } : entry
}

function changedBy(
  { event, state: decided = '', ahead, title, url }: EntryOfFeed,
  row: StoredEntry | undefined,
  { identity, readAt }: { identity: string; readAt: string },
): StoredEntry[] {
  const said = ahead?.said ?? ''
  const state = digestOf([decided, said].join('\n'))
  if (row !== undefined && row.gone_at === null && row.state === state) return []
  return [
    {
      ...{ identity, state, event: event ?? '', earlier: withVersion(row) },
      ...{ first_seen_at: row?.first_seen_at ?? readAt, seen_at: readAt, gone_at: null },
      ...(ahead === undefined
        ? { until: null, title: '', url: '', said }
        : { until: ahead.until, title, url, said }),
    },
  ]
}

/** What was on an agenda of a meeting that has not begun, and is not any more. */
function missingIn(
  stored: Compared['stored'],
  shown: ReadonlyMap<string, unknown>,
  { now, readAt }: Pick<Compared, 'now' | 'readAt'>,
): StoredEntry[] {
  return [...stored.values()]
    .filter(({ identity, until, gone_at }) => {
      const isAhead = until !== null && until > now
      return isAhead && gone_at === null && !shown.has(identity)
    })
    .map((row) => ({ ...row, seen_at: readAt, gone_at: readAt, earlier: withVersion(row) }))
}
