import type { Clock } from '../core/clock.ts'

export const windowMs = 60_000

/** Allows `limit` requests per key in any `windowSeconds`. */
export interface Limiter {
  readonly limit: number
  readonly windowSeconds: number
  /** Only admitted requests count. */
  take(keyId: string): Promise<Verdict>
}

/** Exact only if a single process serves. */
export function memoryLimiter(limit: number, clock: Clock): Limiter {
  const window = new SlidingWindow(limit, windowMs)
  return {
    limit,
    windowSeconds: windowMs / 1000,
    take: async (keyId) => window.take(keyId, clock.monotonic()),
  }
}

/** `remaining` requests are allowed now; the full limit is available again in `resetSeconds`. */
export interface Verdict {
  admitted: boolean
  remaining: number
  resetSeconds: number
}

/** A growing ring buffer of the times of admitted requests in the window, oldest first, in milliseconds. */
interface Log {
  times: Float64Array
  first: number
  count: number
}

const smallestRing = 8

/**
 * An exact sliding window: at most `limit` requests per key in any `windowMs`. Rejected requests do not count, so a client
 * that waits `windowMs` always succeeds. Time is monotonic.
 */
export class SlidingWindow {
  readonly limit: number
  readonly windowMs: number
  readonly #logs = new Map<string, Log>()
  #sweptAt = 0

  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.windowMs = windowMs
  }

  take(key: string, now: number): Verdict {
    this.#sweep(now)
    const log = this.#logOf(key)
    this.#removeExpired(log, now)
    const admitted = log.count < this.limit
    if (admitted) this.#record(log, now)
    return this.#verdict(log, admitted, now)
  }

  /** The verdict if `take` would reject now, otherwise undefined. Counts nothing. */
  rejection(key: string, now: number): Verdict | undefined {
    const log = this.#logs.get(key)
    if (log === undefined) return undefined
    this.#removeExpired(log, now)
    return log.count < this.limit ? undefined : this.#verdict(log, false, now)
  }

  /** Current number of keys in memory. */
  get size(): number {
    return this.#logs.size
  }

  #verdict(log: Log, admitted: boolean, now: number): Verdict {
    // Rounding of fractional milliseconds can exceed the window slightly.
    const resetMs = log.count === 0 ? 0 : Math.min(this.windowMs, newest(log) + this.windowMs - now)
    return {
      admitted,
      remaining: this.limit - log.count,
      resetSeconds: Math.ceil(resetMs / 1000),
    }
  }

  #logOf(key: string): Log {
    const existing = this.#logs.get(key)
    if (existing !== undefined) return existing
    const ring = Math.min(smallestRing, this.limit)
    const log = { times: new Float64Array(ring), first: 0, count: 0 }
    this.#logs.set(key, log)
    return log
  }

  #removeExpired(log: Log, now: number): void {
    while (log.count > 0 && now - (log.times[log.first] ?? 0) >= this.windowMs) {
      log.first = (log.first + 1) % log.times.length
      log.count -= 1
    }
  }

  #record(log: Log, now: number): void {
    if (log.count === log.times.length) grow(log, this.limit)
    log.times[(log.first + log.count) % log.times.length] = now
    log.count += 1
  }

  // Once per window, so that idle keys take no memory.
  #sweep(now: number): void {
    if (now - this.#sweptAt < this.windowMs) return
    this.#sweptAt = now
    for (const [key, log] of this.#logs) {
      if (log.count === 0 || now - newest(log) >= this.windowMs) this.#logs.delete(key)
    }
  }
}

function newest({ times, first, count }: Log): number {
  return times[(first + count - 1) % times.length] ?? 0
}

function grow(log: Log, limit: number): void {
  const { times, first } = log
  const larger = new Float64Array(Math.min(times.length * 2, limit))
  larger.set(times.subarray(first))
  larger.set(times.subarray(0, first), times.length - first)
  log.times = larger
  log.first = 0
}
