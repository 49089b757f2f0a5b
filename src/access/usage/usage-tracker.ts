import { dayMs, utcDate } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import type { ReadStore, WriteStore } from '../../store/open.ts'
import { purge } from '../purge.ts'
import { findLastUses, findUsage } from './queries.ts'
import { UsageBuffer } from './usage-buffer.ts'
import { writeUsageBuffer } from './write-usage.ts'

const flushMs = 5000

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
  /** Settles with the current write; undefined while none runs, or while it waits for the write lock. */
  #writing: Promise<void> | undefined
  #writes = 0

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

  /** Usage in the last `days` days, including unwritten requests. */
  async usageOf(keyIds: readonly string[], days: number): Promise<Map<string, KeyUsage>> {
    const { db } = this.#options.store
    if (keyIds.length === 0) return new Map()
    for (;;) {
      while (this.#writing !== undefined) await this.#writing
      const writes = this.#writes
      const now = this.#options.clock.now()
      const dates = Array.from({ length: days }, (_, i) => utcDate(now - (days - 1 - i) * dayMs))
      const rows = await findUsage(db, keyIds, utcDate(now - (days - 1) * dayMs))
      const lastUses = await findLastUses(db, keyIds)
      // If the buffer was written during the queries, usage could be counted twice or not at all.
      if (writes === this.#writes) return join(keyIds, { dates, rows, lastUses }, this.#pending)
    }
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
    let done: (() => void) | undefined
    try {
      await this.#options.writing.transaction(async (db) => {
        // Only once it holds the lock: requests counted while it waits belong to this write.
        this.#writing = new Promise((resolve) => {
          done = resolve
        })
        this.#writes += 1
        taken = this.#pending
        this.#pending = new UsageBuffer()
        await writeUsageBuffer(db, taken)
      })
    } catch (error) {
      if (taken !== undefined) this.#pending.add(taken)
      throw error
    } finally {
      this.#writing = undefined
      done?.()
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

function join(
  keyIds: readonly string[],
  { dates, rows, lastUses }: Stored,
  pending: UsageBuffer,
): Map<string, KeyUsage> {
  const indexes = new Map(dates.map((day, index) => [day, index]))
  const usages = new Map<string, KeyUsage>()
  for (const id of keyIds) {
    usages.set(id, {
      lastUsedAt: null,
      days: dates.map((day) => ({ day, requests: 0, refused: 0 })),
    })
  }
  const use = (id: string, usedAt: string | null) => {
    const usage = usages.get(id)
    if (usage === undefined || usedAt === null || usedAt <= (usage.lastUsedAt ?? '')) return
    usage.lastUsedAt = usedAt
  }
  const count = (id: string, { day, requests, refused }: DayUsage) => {
    const sum = usages.get(id)?.days[indexes.get(day) ?? -1]
    if (sum === undefined) return
    sum.requests += requests
    sum.refused += refused
  }
  for (const { id, last_used_at } of lastUses) use(id, last_used_at)
  for (const row of rows) count(row.api_key_id, row)
  for (const counted of [...usages.keys()].flatMap((id) => [...pending.usage(id)])) {
    use(counted.id, counted.usedAt)
    count(counted.id, counted)
  }
  return usages
}
