import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'

const keptMs = 1000
const patienceMs = 1000

/**
 * Looks at something that can hang, at most once a second however often it is asked, and never while it still waits
 * for the last look.
 */
export class Glance<T> {
  readonly #look: () => Promise<T>
  readonly #clock: Clock
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking = false
  #seen: Promise<T | undefined> = Promise.resolve(undefined)

  constructor(look: () => Promise<T>, clock: Clock) {
    this.#look = look
    this.#clock = clock
  }

  /** What was there within the last second; undefined where the look fails or takes more than a second. */
  get(): Promise<T | undefined> {
    const now = this.#clock.monotonic()
    if (!this.#looking && now - this.#lookedAt >= keptMs) {
      this.#lookedAt = now
      this.#seen = this.#lookOnce()
    }
    return this.#seen
  }

  async #lookOnce(): Promise<T | undefined> {
    this.#looking = true
    const seen = this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = false
      })
    return Promise.race([seen, pause(patienceMs, undefined, { ref: false })])
  }
}
