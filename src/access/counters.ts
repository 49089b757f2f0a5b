import type { Clock } from '../core/clock.ts'
import { type Limiter, memoryLimiter } from './limiter.ts'
import { Throttle } from './throttle.ts'

/** How counting together with other processes goes. */
export interface Sharing {
  /** Whether Redis is counted in at this moment. */
  isUp: boolean
  /** Requests of keys that were decided without it, since the start of this process. */
  localDecisions: number
}

/** What is counted to hold somebody back: requests of keys, and tries at passwords. */
export interface Counters {
  limiter: Limiter
  throttle: Throttle
  /** Undefined where this process keeps the counts by itself. */
  sharing(): Sharing | undefined
  close(): Promise<void>
}

/** Counts of this process alone. */
export function memoryCounters(rateLimit: number, clock: Clock): Counters {
  return {
    limiter: memoryLimiter(rateLimit, clock),
    throttle: new Throttle(),
    sharing: () => undefined,
    close: async () => undefined,
  }
}
