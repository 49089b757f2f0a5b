/** What the limiter says of one request; `remaining` more may follow at once, all again in `resetSeconds`. */
export interface Verdict {
  admitted: boolean
  remaining: number
  resetSeconds: number
}

/** Moments of the admitted requests that still count, oldest first, in milliseconds: a ring that grows as needed. */
interface Log {
  times: Float64Array
  first: number
  count: number
}

const smallestRing = 8

/**
 * An exact sliding limit: in no span of `windowMs` are more than `limit` requests of one key admitted. Refused requests
 * are not counted, so whoever waits `windowMs` always succeeds. Time is monotonic and handed in.
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
    this.#forget(log, now)
    const admitted = log.count < this.limit
    if (admitted) this.#record(log, now)
    return this.#verdict(log, admitted, now)
  }

  /** What `take` would say where it would refuse now; undefined where it would not. Nothing is counted. */
  rejection(key: string, now: number): Verdict | undefined {
    const log = this.#logs.get(key)
    if (log === undefined) return undefined
    this.#forget(log, now)
    return log.count < this.limit ? undefined : this.#verdict(log, false, now)
  }

  /** Keys that hold memory now. */
  get size(): number {
    return this.#logs.size
  }

  #verdict(log: Log, admitted: boolean, now: number): Verdict {
    // Differences of fractional milliseconds can come out a hair above the window.
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

  // Each moment is forgotten once, so a request costs the same under any limit.
  #forget(log: Log, now: number): void {
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

  // Keys that fell silent are forgotten once a window, so memory follows the keys in use.
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
