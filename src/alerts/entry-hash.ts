import { createHash } from 'node:crypto'

/** What distinguishes an entry of a feed: its identity, and whether what it is about was decided. */
export interface EntryOfFeed {
  id?: string
  url: string
  motion?: { result: string | null }
}

/** A digest of 12 bytes: feeds have a hundred entries. */
export function entryHash({ url, id = url, motion }: EntryOfFeed): string {
  const text = `${new URL(id).pathname}${new URL(id).hash}\n${motion?.result ?? ''}`
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
