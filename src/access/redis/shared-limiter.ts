import type { Clock } from '../../core/clock.ts'
import { type Limiter, windowMs } from '../limiter.ts'
import { SlidingWindow, type Verdict } from '../sliding-window.ts'
import { ExhaustedKeys } from './exhausted-keys.ts'
import type { LimitResult, RedisLink } from './redis-link.ts'

export interface SharedLimiter extends Limiter {
  /** Requests that were decided in this process, because Redis was late or out of reach. */
  readonly localDecisions: number
}

/**
 * Counts in Redis, for all processes together. What this process admits is counted in its memory too, and what Redis
 * says of a key that is used up is kept as long as it holds: such a key is refused without a question, and when Redis is
 * lost the count goes on from there.
 */
export function sharedLimiter(
  limit: number,
  { link, clock, prefix }: { link: RedisLink; clock: Clock; prefix: string },
): SharedLimiter {
  const own = new SlidingWindow(limit, windowMs)
  const exhaustedKeys = new ExhaustedKeys(windowMs)
  let localDecisions = 0
  const decideLocally = (keyId: string, now: number) => {
    localDecisions += 1
    return exhaustedKeys.rejection(keyId, now) ?? own.take(keyId, now)
  }
  const decideShared = async (keyId: string, now: number): Promise<Verdict> => {
    const result = await link.hit(prefix + keyId, limit, windowMs)
    if (result === undefined) return decideLocally(keyId, clock.monotonic())
    // As of when it was now, which is before Redis counted it: so nothing local refuses what Redis would admit.
    if (result.retryMs > 0)
      exhaustedKeys.add(keyId, { retryAt: now + result.retryMs, resetAt: now + result.resetMs })
    const local = result.admitted ? own.take(keyId, now) : undefined
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
        exhaustedKeys.rejection(keyId, now) ?? own.rejection(keyId, now) ?? decideShared(keyId, now)
      )
    },
  }
}

function verdictOf({ admitted, count, resetMs }: LimitResult, limit: number): Verdict {
  // More than the limit are counted where another process has a higher one.
  return {
    admitted,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil(resetMs / 1000),
  }
}
