import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'

const freshMs = 1000
const timeoutMs = 1000

/** Caches the result of a probe that can hang for a second; never runs two probes at the same time. */
export class CachedProbe<T> {
  readonly #probe: () => Promise<T>
  readonly #clock: Clock
  #probedAt = Number.NEGATIVE_INFINITY
  #isProbing = false
  #lastResult: Promise<T | undefined> = Promise.resolve(undefined)

  constructor(probe: () => Promise<T>, clock: Clock) {
    this.#probe = probe
    this.#clock = clock
  }

  /** A result of the last second; undefined if the probe fails or takes more than a second. */
  get(): Promise<T | undefined> {
    const now = this.#clock.monotonic()
    if (!this.#isProbing && now - this.#probedAt >= freshMs) {
      this.#probedAt = now
      this.#lastResult = this.#probeOnce()
    }
    return this.#lastResult
  }

  async #probeOnce(): Promise<T | undefined> {
    this.#isProbing = true
    const result = this.#probe()
      .catch(() => undefined)
      .finally(() => {
        this.#isProbing = false
      })
    return Promise.race([result, pause(timeoutMs, undefined, { ref: false })])
  }
}
