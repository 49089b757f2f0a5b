import type { Clock } from '../../core/clock.ts'

const spanMs = 60_000
const crashesMax = 5
const firstPauseMs = 500

/** How often workers ended that were told to serve, so that one that ends at once is not started over and over. */
export class Crashes {
  readonly #clock: Clock
  #times: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Notes that a worker ended that had been started at `startedAt`. How many milliseconds to wait before another is
   * started in its slot; undefined where that has been done often enough.
   */
  delayAfter(startedAt: number): number | undefined {
    const now = this.#clock.monotonic()
    // One that served for long is no sign that the next will not.
    if (now - startedAt >= spanMs) return 0
    this.#times = [...this.#times.filter((time) => now - time < spanMs), now]
    if (this.#times.length >= crashesMax) return undefined
    return this.#times.length === 1 ? 0 : firstPauseMs * 2 ** (this.#times.length - 2)
  }
}

/** What is said when it has been done often enough. */
export const tooManyCrashes = `${crashesMax} workers ended in a minute that had only just been started`
