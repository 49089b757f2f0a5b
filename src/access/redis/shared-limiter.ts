import type { Clock } from '../../core/clock.ts'
import { type Limiter, SlidingWindow, type Verdict, windowMs } from '../limiter.ts'
import type { LimitResult, RedisLink } from './redis-link.ts'

export interface SharedLimiter extends Limiter {
  /** Requests decided without Redis, because it was late or down. */
  readonly localDecisions: number
}

/**
 * A rate limit shared through Redis. Requests that this process admits are also counted in memory, and exhausted keys are
 * remembered: they are rejected without Redis, and while Redis is down counting continues from there.
 */
export function sharedLimiter(
  limit: number,
  { link, clock, prefix }: { link: RedisLink; clock: Clock; prefix: string },
): SharedLimiter {
  const localWindow = new SlidingWindow(limit, windowMs)
  const exhaustedKeys = new ExhaustedKeys(windowMs)
  let localDecisions = 0
  const decideLocally = (keyId: string, now: number) => {
    localDecisions += 1
    return exhaustedKeys.rejection(keyId, now) ?? localWindow.take(keyId, now)
  }
  const decideShared = async (keyId: string, now: number): Promise<Verdict> => {
    const result = await link.hit(prefix + keyId, limit, windowMs)
    if (result === undefined) return decideLocally(keyId, clock.monotonic())
    // `now` is before Redis counted the request, so nothing local rejects what Redis would admit.
    if (result.retryMs > 0)
      exhaustedKeys.add(keyId, { retryAt: now + result.retryMs, resetAt: now + result.resetMs })
    const local = result.admitted ? localWindow.take(keyId, now) : undefined
    return local?.admitted === false ? local : verdictOf(result, limit)
  }
  return {
    limit,
    windowSeconds: windowMs / 1000,
    get localDecisions() {
      return localDecisions
    },
    async take(keyId) {
      const now = clock.monotonic()
      if (!link.up) return decideLocally(keyId, now)
      return (
        exhaustedKeys.rejection(keyId, now) ??
        localWindow.rejection(keyId, now) ??
        decideShared(keyId, now)
      )
    },
  }
}

function verdictOf({ admitted, count, resetMs }: LimitResult, limit: number): Verdict {
  // The count exceeds the limit if another process has a higher one.
  return {
    admitted,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil(resetMs / 1000),
  }
}

interface Exhausted {
  /** When the next request is admitted. */
  retryAt: number
  /** When the full limit is available again. */
  resetAt: number
}

/** Keys that exhausted their limit according to Redis; rejected without Redis until `retryAt`. Monotonic milliseconds. */
class ExhaustedKeys {
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
