import type { Clock } from '../../core/clock.ts'

const spanMs = 60_000
const crashesMax = 5
const firstPauseMs = 500

/** Limits restarts of workers that keep crashing. */
export class Crashes {
  readonly #clock: Clock
  #times: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Records the crash of a worker started at `startedAt`. Returns the delay before its replacement in milliseconds, or
   * undefined after too many crashes.
   */
  delayAfter(startedAt: number): number | undefined {
    const now = this.#clock.monotonic()
    // A worker that ran for long does not count.
    if (now - startedAt >= spanMs) return 0
    this.#times = [...this.#times.filter((time) => now - time < spanMs), now]
    if (this.#times.length >= crashesMax) return undefined
    return this.#times.length === 1 ? 0 : firstPauseMs * 2 ** (this.#times.length - 2)
  }
}

export const tooManyCrashes = `${crashesMax} workers crashed within a minute of their start`
