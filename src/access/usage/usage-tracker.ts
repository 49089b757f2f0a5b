import type { Clock } from '../../core/clock.ts'
import type { ReadStore, WriteStore } from '../../store/open.ts'
import { purge } from '../purge.ts'
import { findLastUses, findUsage } from './queries.ts'
import { dayOf, UsageBuffer } from './usage-buffer.ts'
import { writeUsageBuffer } from './write-usage.ts'

const flushMs = 5000

/** What one key did on one day (UTC): requests let through, and requests refused by the limit. */
interface DayUsage {
  day: string
  requests: number
  refused: number
}

export interface KeyUsage {
  /** Start of the five minutes (ISO 8601, UTC) of its last request, refused ones too; null before the first. */
  lastUsedAt: string | null
  /** Oldest first, today last, without gaps. */
  days: DayUsage[]
}

interface UsageTrackerOptions {
  store: ReadStore
  writing: WriteStore
  clock: Clock
  /** Hears of the first of a row of writes that fail; nothing is lost by them while the server runs. */
  onError: (error: unknown) => void
}

/** What keys and sessions do: counted in memory, and written every few seconds (decision 63). */
export class UsageTracker {
  readonly #options: UsageTrackerOptions
  #pending = new UsageBuffer()
  #timer: NodeJS.Timeout | undefined
  #ticking = false
  #flushed: Promise<void> = Promise.resolve()
  #failing = false
  #purgedOn = ''
  /** Until the write that is under way is settled; undefined while there is none, or it waits for its turn. */
  #settling: Promise<void> | undefined
  #writes = 0

  constructor(options: UsageTrackerOptions) {
    this.#options = options
  }

  /** Keys and sessions of which something is to be written; what they hold is all the memory that this takes. */
  get pending(): number {
    return this.#pending.size
  }

  /** Counts a request with a key, let through or refused by the limit. */
  countRequest(keyId: string, admitted: boolean): void {
    this.#pending.count(keyId, admitted, this.#options.clock.now())
  }

  touchSession(sessionId: string): void {
    this.#pending.touch(sessionId, this.#options.clock.now())
  }

  /** What each of the keys did in the last `days` days, up to this usedAt, and when it was last used. */
  async usageOf(keyIds: readonly string[], days: number): Promise<Map<string, KeyUsage>> {
    const { db } = this.#options.store
    if (keyIds.length === 0) return new Map()
    for (;;) {
      while (this.#settling !== undefined) await this.#settling
      const writes = this.#writes
      const now = this.#options.clock.now()
      const dates = Array.from({ length: days }, (_, i) => dayOf(now, days - 1 - i))
      const rows = await findUsage(db, keyIds, dayOf(now, days - 1))
      const lastUses = await findLastUses(db, keyIds)
      // What is written meanwhile could be in both, or in neither.
      if (writes === this.#writes) return join(keyIds, { dates, rows, lastUses }, this.#pending)
    }
  }

  /** Writes all that was counted so far, in one transaction. Never fails: what could not be written is kept. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write())
    return this.#flushed
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), flushMs).unref()
  }

  /** The last write; nothing is written after it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    // What fails from now on is lost, so it is said, whatever has been said before.
    this.#failing = false
    await this.#flushed
    // One that waited in vain would have taken everything along; whoever ends the server does not wait twice.
    if (!this.#failing) await this.flush()
  }

  #tick(): void {
    // A write can wait for its turn for as long as the next tick.
    if (this.#ticking || this.#pending.isEmpty) return
    this.#ticking = true
    void this.flush().finally(() => {
      this.#ticking = false
    })
  }

  async #write(): Promise<void> {
    if (this.#pending.isEmpty) return
    const { writing, clock, onError } = this.#options
    let taken: UsageBuffer | undefined
    let settle: (() => void) | undefined
    try {
      await writing.transaction(async (db) => {
        // Not before: while it waits for its turn, more is counted, and all of it is read as not written yet.
        this.#settling = new Promise((resolve) => {
          settle = resolve
        })
        this.#writes += 1
        taken = this.#pending
        this.#pending = new UsageBuffer()
        await writeUsageBuffer(db, taken)
        await this.#purgeOnceADay(db, clock.now())
      })
      this.#failing = false
    } catch (error) {
      if (taken !== undefined) this.#pending.add(taken)
      this.#purgedOn = ''
      if (!this.#failing) onError(error)
      this.#failing = true
    } finally {
      this.#settling = undefined
      settle?.()
    }
  }

  async #purgeOnceADay(db: WriteStore['db'], now: number): Promise<void> {
    const today = dayOf(now)
    if (this.#purgedOn === today) return
    await purge(db, now)
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
  const places = new Map(dates.map((day, place) => [day, place]))
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
    const sum = usages.get(id)?.days[places.get(day) ?? -1]
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
