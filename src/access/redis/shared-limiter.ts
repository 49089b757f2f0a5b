import type { Clock } from '../../core/clock.ts'
import { type Limiter, windowMs } from '../limiter.ts'
import { SlidingWindow, type Verdict } from '../sliding-window.ts'
import type { RedisLink, Slide } from './redis-link.ts'
import { UsedUp } from './used-up.ts'

export interface SharedLimiter extends Limiter {
  /** Requests that were decided in this process, because Redis was late or out of reach. */
  readonly decidedAlone: number
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
  const usedUp = new UsedUp(windowMs)
  let decidedAlone = 0
  const alone = (keyId: string, now: number) => {
    decidedAlone += 1
    return usedUp.refusal(keyId, now) ?? own.take(keyId, now)
  }
  const together = async (keyId: string, asked: number): Promise<Verdict> => {
    const slide = await link.slide(prefix + keyId, limit, windowMs)
    if (slide === undefined) return alone(keyId, clock.monotonic())
    // As of when it was asked, which is before Redis counted it: so nothing here refuses what Redis would admit.
    if (slide.opensMs > 0)
      usedUp.note(keyId, { opensAt: asked + slide.opensMs, emptyAt: asked + slide.resetMs })
    const here = slide.admitted ? own.take(keyId, asked) : undefined
    return here?.admitted === false ? here : verdictOf(slide, limit)
  }
  return {
    limit,
    windowSeconds: windowMs / 1000,
    get decidedAlone() {
      return decidedAlone
    },
    async take(keyId) {
      const now = clock.monotonic()
      if (!link.up) return alone(keyId, now)
      return usedUp.refusal(keyId, now) ?? own.refusal(keyId, now) ?? together(keyId, now)
    },
  }
}

function verdictOf({ admitted, count, resetMs }: Slide, limit: number): Verdict {
  // More than the limit are counted where another process has a higher one.
  return {
    admitted,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil(resetMs / 1000),
  }
}
