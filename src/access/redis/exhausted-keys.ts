import type { Verdict } from '../limiter.ts'

interface Exhausted {
  /** When the next request is admitted. */
  retryAt: number
  /** When the full limit is available again. */
  resetAt: number
}

/** Keys that exhausted their limit according to Redis; rejected without Redis until `retryAt`. Monotonic milliseconds. */
export class ExhaustedKeys {
  readonly #keys = new Map<string, Exhausted>()
  readonly #windowMs: number
  #sweptAt = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  add(key: string, exhausted: Exhausted): void {
    this.#keys.set(key, exhausted)
  }

  rejection(key: string, now: number): Verdict | undefined {
    this.#sweep(now)
    const exhausted = this.#keys.get(key)
    if (exhausted === undefined || now >= exhausted.retryAt) return undefined
    const resetSeconds = Math.ceil((exhausted.resetAt - now) / 1000)
    return { admitted: false, remaining: 0, resetSeconds }
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#windowMs) return
    this.#sweptAt = now
    for (const [key, { retryAt }] of this.#keys) if (now >= retryAt) this.#keys.delete(key)
  }
}
