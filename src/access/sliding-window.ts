/** What the limiter says of one request; `remaining` more may follow at once, all again in `resetSeconds`. */
export interface Verdict {
  admitted: boolean
  remaining: number
  resetSeconds: number
}

interface Log {
  /** Moments of admitted requests, in milliseconds, as a ring. */
  moments: Float64Array
  /** Where the next moment goes; once the ring is full, the oldest stands there. */
  next: number
  count: number
}

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
    const admitted = log.count < this.limit || now - this.#oldest(log) >= this.windowMs
    if (admitted) this.#record(log, now)
    return this.#verdict(admitted, log, now)
  }

  /** Keys that hold memory now. */
  get size(): number {
    return this.#logs.size
  }

  #logOf(key: string): Log {
    const known = this.#logs.get(key)
    if (known !== undefined) return known
    const log = { moments: new Float64Array(this.limit), next: 0, count: 0 }
    this.#logs.set(key, log)
    return log
  }

  #oldest(log: Log): number {
    return log.moments[log.count < this.limit ? 0 : log.next] ?? 0
  }

  #newest(log: Log): number {
    return log.moments[(log.next + this.limit - 1) % this.limit] ?? 0
  }

  #record(log: Log, now: number): void {
    log.moments[log.next] = now
    log.next = (log.next + 1) % this.limit
    log.count = Math.min(log.count + 1, this.limit)
  }

  #verdict(admitted: boolean, log: Log, now: number): Verdict {
    let used = 0
    for (let i = 0; i < log.count; i += 1) {
      if (now - (log.moments[i] ?? 0) < this.windowMs) used += 1
    }
    const resetMs = used === 0 ? 0 : this.#newest(log) + this.windowMs - now
    return { admitted, remaining: this.limit - used, resetSeconds: Math.ceil(resetMs / 1000) }
  }

  // Keys that fell silent are forgotten once a window, so memory follows the keys in use.
  #sweep(now: number): void {
    if (now - this.#sweptAt < this.windowMs) return
    this.#sweptAt = now
    for (const [key, log] of this.#logs) {
      if (now - this.#newest(log) >= this.windowMs) this.#logs.delete(key)
    }
  }
}
