import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { batches } from '../../core/batches.ts'
import type { WriteStore } from '../../store/open.ts'
import { addUsage, findKeyIds, updateLastSeen, updateLastUsed } from './queries.ts'
import type { CountedUsage, UsageBuffer } from './usage-buffer.ts'

type Writer = WriteStore['db']

// Keeps each statement to a few milliseconds, because SQLite blocks the process.
const rowsAtOnce = 500

/** Skips keys and sessions that no longer exist. */
export async function writeUsageBuffer(db: Writer, buffer: UsageBuffer): Promise<void> {
  for (const batch of batches(buffer.usage(), rowsAtOnce)) {
    await writeUsage(db, batch)
    await yieldToEventLoop()
  }
  for (const batch of batches(buffer.sessions(), rowsAtOnce)) {
    for (const [seenAt, ids] of idsByTime(batch)) await updateLastSeen(db, ids, seenAt)
    await yieldToEventLoop()
  }
}

async function writeUsage(db: Writer, counted: readonly CountedUsage[]): Promise<void> {
  const existing = await findKeyIds(
    db,
    counted.map(({ id }) => id),
  )
  const rows = counted.filter(({ id }) => existing.has(id))
  if (rows.length === 0) return
  await addUsage(
    db,
    rows.map(({ id, day, requests, refused }) => ({ api_key_id: id, day, requests, refused })),
  )
  for (const [usedAt, ids] of idsByTime(rows)) await updateLastUsed(db, ids, usedAt)
}

// Times are rounded, so a few statements update many rows.
function idsByTime(rows: readonly { id: string; usedAt: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, usedAt } of rows) {
    const same = ids.get(usedAt)
    if (same === undefined) ids.set(usedAt, [id])
    else same.push(id)
  }
  return ids
}
