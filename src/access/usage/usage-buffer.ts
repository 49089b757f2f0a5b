import { dayMs, utcDate } from '../../core/calendar-date.ts'
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
export interface CountedUsage {
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
export class UsageBuffer {
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

  /** Usage by key and day; of one key if `keyId` is given. */
  *usage(keyId?: string): Generator<CountedUsage> {
    for (const [day, keys] of this.#days) {
      const date = utcDate(day * dayMs)
      const ids = keyId === undefined ? keys.keys() : [keyId]
      for (const id of ids) {
        const counts = keys.get(id)
        if (counts === undefined) continue
        const { requests, refused, usedAt } = counts
        yield { id, day: date, requests, refused, usedAt: roundDown(usedAt, lastUseResolutionMs) }
      }
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
