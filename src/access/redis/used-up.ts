import type { Verdict } from '../sliding-window.ts'

interface Closed {
  /** When the next request is admitted, and when none counts any more. */
  opensAt: number
  emptyAt: number
}

/**
 * Keys of which Redis said that the limit is used up, and until when. Nobody can be admitted before that, so whoever
 * asks meanwhile is refused without a question. Time is monotonic, in milliseconds, and handed in.
 */
export class UsedUp {
  readonly #keys = new Map<string, Closed>()
  readonly #windowMs: number
  #sweptAt = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  note(key: string, closed: Closed): void {
    this.#keys.set(key, closed)
  }

  refusal(key: string, now: number): Verdict | undefined {
    this.#sweep(now)
    const closed = this.#keys.get(key)
    if (closed === undefined || now >= closed.opensAt) return undefined
    const resetSeconds = Math.ceil((closed.emptyAt - now) / 1000)
    return { admitted: false, remaining: 0, resetSeconds }
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#windowMs) return
    this.#sweptAt = now
    for (const [key, { opensAt }] of this.#keys) if (now >= opensAt) this.#keys.delete(key)
  }
}
