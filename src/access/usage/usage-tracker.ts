import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { batches } from '../../core/batches.ts'
import { dayMs, utcDate } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { groupBy } from '../../core/group-by.ts'
import type { ReadStore, WriteStore } from '../../store/open.ts'
import { purge } from '../purge.ts'
import {
  addUsage,
  findKeyIds,
  findLastUses,
  findUsage,
  updateLastSeen,
  updateLastUsed,
} from './queries.ts'

const flushMs = 5000
/** How long a reader waits for a write, which an import may delay. */
const readerWaitMs = 500

/** Requests of a key on one day (UTC): admitted, and rejected by the rate limit. */
interface DayUsage {
  day: string
  requests: number
  refused: number
}

export interface KeyUsage {
  /** Rounded down to five minutes (ISO 8601, UTC); includes rejected requests. */
  lastUsedAt: string | null
  /** Oldest first, today last, without gaps. */
  days: DayUsage[]
}

interface UsageTrackerOptions {
  store: ReadStore
  writing: WriteStore
  clock: Clock
  /** Called once for consecutive failed writes, which are retried. */
  onError: (error: unknown) => void
}

/** Usage of keys and sessions, counted in memory and written every few seconds (docs/decisions/0063). */
export class UsageTracker {
  readonly #options: UsageTrackerOptions
  #pending = new UsageBuffer()
  #timer: NodeJS.Timeout | undefined
  #ticking = false
  #flushed: Promise<void> = Promise.resolve()
  #failing = false
  #purgedOn = ''

  constructor(options: UsageTrackerOptions) {
    this.#options = options
  }

  /** Keys and sessions with unwritten usage. */
  get pending(): number {
    return this.#pending.size
  }

  countRequest(keyId: string, admitted: boolean): void {
    this.#pending.count(keyId, admitted, this.#options.clock.now())
  }

  touchSession(sessionId: string): void {
    this.#pending.touch(sessionId, this.#options.clock.now())
  }

  /** Usage in the last `days` days; without the last seconds while another process writes. */
  async usageOf(keyIds: readonly string[], days: number): Promise<Map<string, KeyUsage>> {
    const { store, clock } = this.#options
    if (keyIds.length === 0) return new Map()
    await Promise.race([this.flush(), pause(readerWaitMs, undefined, { ref: false })])
    const now = clock.now()
    const dates = Array.from({ length: days }, (_, i) => utcDate(now - (days - 1 - i) * dayMs))
    const rows = await findUsage(store.db, keyIds, utcDate(now - (days - 1) * dayMs))
    const lastUses = await findLastUses(store.db, keyIds)
    return join(keyIds, { dates, rows, lastUses })
  }

  /** Writes the buffer in one transaction. Never throws: what could not be written stays in the buffer. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write())
    return this.#flushed
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), flushMs).unref()
  }

  /** Flushes once more and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    // A failure from now on loses data, so it must be reported again.
    this.#failing = false
    await this.#flushed
    // If the last write just timed out, another one would delay the shutdown.
    if (!this.#failing) await this.flush()
  }

  #tick(): void {
    // A write can wait for the lock longer than a tick.
    if (this.#ticking || this.#pending.isEmpty) return
    this.#ticking = true
    void this.flush().finally(() => {
      this.#ticking = false
    })
  }

  async #write(): Promise<void> {
    if (this.#pending.isEmpty) return
    try {
      await this.#writePending()
      await this.#purgeOnceADay()
      this.#failing = false
    } catch (error) {
      if (!this.#failing) this.#options.onError(error)
      this.#failing = true
    }
  }

  async #writePending(): Promise<void> {
    let taken: UsageBuffer | undefined
    try {
      await this.#options.writing.transaction(async (db) => {
        // Only once it holds the lock: requests counted while it waits belong to this write.
        taken = this.#pending
        this.#pending = new UsageBuffer()
        await writeUsageBuffer(db, taken)
      })
    } catch (error) {
      if (taken !== undefined) this.#pending.add(taken)
      throw error
    }
  }

  async #purgeOnceADay(): Promise<void> {
    const { writing, clock } = this.#options
    const now = clock.now()
    const today = utcDate(now)
    if (this.#purgedOn === today) return
    await purge((work) => writing.transaction(work), now)
    this.#purgedOn = today
  }
}

interface Stored {
  dates: readonly string[]
  rows: readonly (DayUsage & { api_key_id: string })[]
  lastUses: readonly { id: string; last_used_at: string | null }[]
}

function join(keyIds: readonly string[], { dates, rows, lastUses }: Stored): Map<string, KeyUsage> {
  const lastUseOf = new Map(lastUses.map(({ id, last_used_at }) => [id, last_used_at]))
  const rowsOf = groupBy(rows, ({ api_key_id }) => api_key_id)
  return new Map(
    keyIds.map((id) => {
      const stored = new Map(rowsOf(id).map((row) => [row.day, row]))
      const days = dates.map((day) => {
        const row = stored.get(day)
        return { day, requests: row?.requests ?? 0, refused: row?.refused ?? 0 }
      })
      return [id, { lastUsedAt: lastUseOf.get(id) ?? null, days }]
    }),
  )
}

/** A finer time would reveal when somebody was at work, and would change a row with every flush. */
export const lastUseResolutionMs = 5 * 60_000
const sessionResolutionMs = 60 * 60_000

interface Counts {
  requests: number
  refused: number
  /** Last request of the day, in milliseconds since 1970. */
  usedAt: number
}

/** Usage of one key on one day (UTC). */
interface CountedUsage {
  id: string
  day: string
  requests: number
  refused: number
  /** Last use that day, rounded down to five minutes. */
  usedAt: string
}

const roundDown = (usedAt: number, resolutionMs: number) =>
  new Date(Math.floor(usedAt / resolutionMs) * resolutionMs).toISOString()

/** Usage that is not written yet. */
class UsageBuffer {
  /** By days since 1970, because formatting a date is slow. */
  readonly #days = new Map<number, Map<string, Counts>>()
  readonly #sessions = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#days.size === 0 && this.#sessions.size === 0
  }

  /** Current number of entries. */
  get size(): number {
    let size = this.#sessions.size
    for (const keys of this.#days.values()) size += keys.size
    return size
  }

  count(keyId: string, admitted: boolean, now: number): void {
    const counts = this.#countsOf(Math.floor(now / dayMs), keyId)
    if (admitted) counts.requests += 1
    else counts.refused += 1
    if (now > counts.usedAt) counts.usedAt = now
  }

  touch(sessionId: string, now: number): void {
    this.#sessions.set(sessionId, Math.max(now, this.#sessions.get(sessionId) ?? 0))
  }

  /** Merges a buffer that could not be written. */
  add(other: UsageBuffer): void {
    for (const [day, keys] of other.#days) {
      for (const [keyId, { requests, refused, usedAt }] of keys) {
        const counts = this.#countsOf(day, keyId)
        counts.requests += requests
        counts.refused += refused
        counts.usedAt = Math.max(counts.usedAt, usedAt)
      }
    }
    for (const [sessionId, seenAt] of other.#sessions) this.touch(sessionId, seenAt)
  }

  /** Usage by key and day. */
  *usage(): Generator<CountedUsage> {
    for (const [day, keys] of this.#days) {
      const date = utcDate(day * dayMs)
      for (const [id, { requests, refused, usedAt }] of keys)
        yield { id, day: date, requests, refused, usedAt: roundDown(usedAt, lastUseResolutionMs) }
    }
  }

  /** Sessions with the hour of their last use. */
  *sessions(): Generator<{ id: string; usedAt: string }> {
    for (const [id, seenAt] of this.#sessions) {
      yield { id, usedAt: roundDown(seenAt, sessionResolutionMs) }
    }
  }

  #countsOf(day: number, keyId: string): Counts {
    let keys = this.#days.get(day)
    if (keys === undefined) {
      keys = new Map()
      this.#days.set(day, keys)
    }
    let counts = keys.get(keyId)
    if (counts === undefined) {
      counts = { requests: 0, refused: 0, usedAt: 0 }
      keys.set(keyId, counts)
    }
    return counts
  }
}

type Writer = WriteStore['db']

// Keeps each statement to a few milliseconds, because SQLite blocks the process.
const rowsAtOnce = 500

/** Skips keys and sessions that no longer exist. */
async function writeUsageBuffer(db: Writer, buffer: UsageBuffer): Promise<void> {
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
