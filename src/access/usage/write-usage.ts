import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { WriteStore } from '../../store/open.ts'
import {
  addUsage,
  deleteUsage,
  findKeyIds,
  listKeyIds,
  updateLastSeen,
  updateLastUsed,
} from './queries.ts'
import type { CountedUsage, UsageBuffer } from './usage-buffer.ts'

type Writer = WriteStore['db']

// A statement holds up the process until it is done, so each is kept to a few milliseconds.
const rowsAtOnce = 500

/** Adds what was counted to what is stored. Keys and sessions that are gone by now are passed over. */
export async function writeUsageBuffer(db: Writer, buffer: UsageBuffer): Promise<void> {
  for (const batch of batches(buffer.usage())) {
    await writeUsage(db, batch)
    await yieldToEventLoop()
  }
  for (const batch of batches(buffer.sessions())) {
    for (const [seenAt, ids] of idsByMoment(batch)) await updateLastSeen(db, ids, seenAt)
    await yieldToEventLoop()
  }
}

async function writeUsage(db: Writer, counted: readonly CountedUsage[]): Promise<void> {
  const there = await findKeyIds(
    db,
    counted.map(({ id }) => id),
  )
  const rows = counted.filter(({ id }) => there.has(id))
  if (rows.length === 0) return
  await addUsage(
    db,
    rows.map(({ id, day, requests, refused }) => ({ api_key_id: id, day, requests, refused })),
  )
  for (const [usedAt, ids] of idsByMoment(rows)) await updateLastUsed(db, ids, usedAt)
}

// Moments are coarse, so there are few of them, and one statement does for each.
function idsByMoment(rows: readonly { id: string; usedAt: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, usedAt } of rows) {
    const same = ids.get(usedAt)
    if (same === undefined) ids.set(usedAt, [id])
    else same.push(id)
  }
  return ids
}

/** Removes what was counted before a day, key by key: nothing else leads to old rows without reading all of them. */
export async function deleteUsageBefore(db: Writer, before: string): Promise<void> {
  let last = ''
  for (;;) {
    const ids = await listKeyIds(db, last, rowsAtOnce)
    const next = ids.at(-1)
    if (next === undefined) return
    await deleteUsage(db, ids, before)
    last = next
    await yieldToEventLoop()
  }
}

function* batches<T>(rows: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
