import { createHmac } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { type Limiter, memoryLimiter } from './limiter.ts'
import type { RedisLink } from './redis/redis-link.ts'
import { sharedLimiter } from './redis/shared-limiter.ts'
import { redisCounts } from './redis/shared-throttle.ts'
import { Throttle } from './throttle.ts'

/** How counting together with other processes goes. */
export interface Sharing {
  /** Whether Redis is counted in at this moment. */
  isUp: boolean
  /** Requests of keys that were decided without it, since the start of this process. */
  decidedAlone: number
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

/**
 * Counts of all processes that serve one database.
 *
 * @param secret One that the database holds: names in Redis are made from it, so that two deployments on one Redis never
 *   meet. It cannot be told from them.
 */
export function redisCounters(
  rateLimit: number,
  { link, secret, clock }: { link: RedisLink; secret: string; clock: Clock },
): Counters {
  const deployment = createHmac('sha256', secret).update('counters').digest('hex').slice(0, 16)
  const prefix = `reeve:${deployment}:`
  const limiter = sharedLimiter(rateLimit, { link, clock, prefix: `${prefix}limit:` })
  return {
    limiter,
    throttle: new Throttle(redisCounts(link.client, { prefix, secret })),
    sharing: () => ({ isUp: link.up, decidedAlone: limiter.decidedAlone }),
    close: () => link.close(),
  }
}
