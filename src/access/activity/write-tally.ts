import { setImmediate as others } from 'node:timers/promises'
import type { WriteStore } from '../../store/open.ts'
import {
  addUsage,
  deleteUsage,
  findKeyIds,
  listKeyIds,
  moveLastSeen,
  moveLastUse,
} from './queries.ts'
import type { CountedUsage, Tally } from './tally.ts'

type Writer = WriteStore['db']

// A statement holds up the process until it is done, so each is kept to a few milliseconds.
const rowsAtOnce = 500

/** Adds what was counted to what is stored. Keys and sessions that are gone by now are passed over. */
export async function writeTally(db: Writer, tally: Tally): Promise<void> {
  for (const portion of inPortions(tally.usage())) {
    await writeUsage(db, portion)
    await others()
  }
  for (const portion of inPortions(tally.sessions())) {
    for (const [seenAt, ids] of idsByMoment(portion)) await moveLastSeen(db, ids, seenAt)
    await others()
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
  for (const [usedAt, ids] of idsByMoment(rows)) await moveLastUse(db, ids, usedAt)
}

// Moments are coarse, so there are few of them, and one statement does for each.
function idsByMoment(rows: readonly { id: string; moment: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, moment } of rows) {
    const same = ids.get(moment)
    if (same === undefined) ids.set(moment, [id])
    else same.push(id)
  }
  return ids
}

/** Removes what was counted before a day, key by key: nothing else leads to old rows without reading all of them. */
export async function forgetUsage(db: Writer, before: string): Promise<void> {
  let last = ''
  for (;;) {
    const ids = await listKeyIds(db, last, rowsAtOnce)
    const next = ids.at(-1)
    if (next === undefined) return
    await deleteUsage(db, ids, before)
    last = next
    await others()
  }
}

function* inPortions<T>(rows: Iterable<T>): Generator<T[]> {
  let portion: T[] = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < rowsAtOnce) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
