import { createHmac } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { Counters } from '../counters.ts'
import { Throttle } from '../throttle.ts'
import type { RedisLink } from './redis-link.ts'
import { sharedLimiter } from './shared-limiter.ts'
import { redisCounter } from './shared-throttle.ts'

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
    throttle: new Throttle(redisCounter(link.client, { prefix, secret })),
    sharing: () => ({ isUp: link.up, localDecisions: limiter.localDecisions }),
    close: () => link.close(),
  }
}
