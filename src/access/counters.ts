import type { Clock } from '../core/clock.ts'
import { type Limiter, memoryLimiter } from './limiter.ts'
import { Throttle } from './throttle.ts'

/** The state of the counters shared with other processes. */
export interface Sharing {
  /** Whether Redis is in use now. */
  isUp: boolean
  /** Rate limit decisions without Redis since the start of this process. */
  localDecisions: number
}

/** Rate limits of keys and throttling of sign-in. */
export interface Counters {
  limiter: Limiter
  throttle: Throttle
  /** Undefined if counters are not shared. */
  sharing(): Sharing | undefined
}

export function memoryCounters(rateLimit: number, clock: Clock): Counters {
  return {
    limiter: memoryLimiter(rateLimit, clock),
    throttle: new Throttle(),
    sharing: () => undefined,
  }
}
