import { createHash } from 'node:crypto'
import { feedEntriesMax } from '../core/feed-entries-max.ts'
import type { StoredEntry } from '../store/alerts.ts'
import type { Ahead, AlertEvent } from './events.ts'

/** What distinguishes an entry of a feed: its identity, and what it says happened. */
export interface EntryOfFeed {
  id?: string
  url: string
  title: string
  event: AlertEvent | null
  state?: string
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
}

/** The rows of a feed that are new or tell something else than before, and those of agendas that are missing. */
export function comparedWith({ entries, stored, now }: Compared): StoredEntry[] {
  // Of two entries of one page, the first.
  const shown = new Map(entries.toReversed().map((entry) => [identityOf(entry), entry]))
  const changed = [...shown].flatMap(([identity, entry]) =>
    changedBy(entry, stored.get(identity), { identity, now }),
  )
  // Of a feed that is full, others may be missing.
  const isCut = entries.length >= feedEntriesMax
  return isCut ? changed : [...changed, ...missingIn(stored, shown, now)]
}

function changedBy(
  { event, state: decided = '', ahead, title, url }: EntryOfFeed,
  row: StoredEntry | undefined,
  { identity, now }: { identity: string; now: string },
): StoredEntry[] {
  const said = ahead?.said ?? ''
  const state = digestOf([decided, said].join('\n'))
  if (row !== undefined && row.gone_at === null && row.state === state) return []
  const wasAhead = row !== undefined && row.gone_at === null && row.said !== ''
  const isMoved = wasAhead && said !== '' && said !== row.said
  return [
    {
      ...{ identity, state, event: (isMoved ? 'changed' : event) ?? '' },
      ...{ first_seen_at: row?.first_seen_at ?? now, seen_at: now, gone_at: null },
      ...(ahead === undefined
        ? { until: null, title: '', url: '', said: '', was: '' }
        : { until: ahead.until, title, url, said, was: isMoved ? row.said : '' }),
    },
  ]
}

/** What was on an agenda of a meeting that has not begun, and is not any more. */
function missingIn(
  stored: Compared['stored'],
  shown: ReadonlyMap<string, unknown>,
  now: string,
): StoredEntry[] {
  return [...stored.values()]
    .filter(({ identity, until, gone_at }) => {
      const isAhead = until !== null && until > now
      return isAhead && gone_at === null && !shown.has(identity)
    })
    .map((row) => ({ ...row, event: 'changed', seen_at: now, gone_at: now, was: row.said }))
}
