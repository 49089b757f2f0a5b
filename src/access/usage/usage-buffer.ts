const dayMs = 86_400_000
/**
 * To how much the usedAt of a last use is rounded down. Finer would tell whoever reads a list of keys when somebody was
 * at work, and change a row with every flush.
 */
export const lastUseResolutionMs = 5 * 60_000
const sessionResolutionMs = 60 * 60_000

/** What one key did on one day. */
interface Counts {
  requests: number
  refused: number
  /** Of its last request that day, in milliseconds since 1970. */
  usedAt: number
}

/** What was counted of one key on one day (UTC). */
export interface CountedUsage {
  id: string
  day: string
  requests: number
  refused: number
  /** Start of the five minutes in which the key was last used that day. */
  usedAt: string
}

/** The day (UTC), as `YYYY-MM-DD`, that is `daysBefore` days before the one on which `now` falls. */
export function dayOf(now: number, daysBefore = 0): string {
  return new Date(now - daysBefore * dayMs).toISOString().slice(0, 10)
}

const roundDown = (usedAt: number, resolutionMs: number) =>
  new Date(Math.floor(usedAt / resolutionMs) * resolutionMs).toISOString()

/** What was counted and is not written yet. Its memory follows the keys and sessions in use since the last write. */
export class UsageBuffer {
  /** By the number of the day since 1970: a request must not pay for writing a date down. */
  readonly #days = new Map<number, Map<string, Counts>>()
  readonly #sessions = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#days.size === 0 && this.#sessions.size === 0
  }

  /** Keys and days, and sessions, that hold memory now. */
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

  /** Takes in what could not be written. */
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

  /** Each key's counts of each day; of one key where its id is given. */
  *usage(keyId?: string): Generator<CountedUsage> {
    for (const [day, keys] of this.#days) {
      const date = dayOf(day * dayMs)
      const ids = keyId === undefined ? keys.keys() : [keyId]
      for (const id of ids) {
        const counts = keys.get(id)
        if (counts === undefined) continue
        const { requests, refused, usedAt } = counts
        yield { id, day: date, requests, refused, usedAt: roundDown(usedAt, lastUseResolutionMs) }
      }
    }
  }

  /** Each session, and the hour in which it was last seen. */
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
