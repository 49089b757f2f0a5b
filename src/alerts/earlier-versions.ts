import type { StoredEntry } from '../store/alerts.ts'

/** What decides whether a later version of an entry is news. */
type Version = Pick<StoredEntry, 'seen_at' | 'state' | 'said' | 'until' | 'gone_at'>

/** Of one entry, between two e-mails to the same reader. */
const versionsMax = 20

/** The JSON of the versions of an entry up to its row, for the next one. */
export function withVersion(row: StoredEntry | undefined): string {
  if (row === undefined) return '[]'
  const { seen_at, state, said, until, gone_at } = row
  const versions = [...earlierOf(row), { seen_at, state, said, until, gone_at }]
  return JSON.stringify(versions.slice(-versionsMax))
}

/** An entry as it was when a reader read it last; undefined if it was not in the feed. */
export function versionAt(row: StoredEntry, readAt: string): Version | undefined {
  if (row.first_seen_at > readAt) return undefined
  const version = [...earlierOf(row), row].findLast(({ seen_at }) => seen_at <= readAt)
  // Forgotten, by a takedown or because there were many.
  if (version === undefined) return { ...row, state: '', said: '', gone_at: null }
  return version.gone_at === null ? version : undefined
}

const earlierOf = ({ earlier }: StoredEntry) => JSON.parse(earlier) as Version[]
