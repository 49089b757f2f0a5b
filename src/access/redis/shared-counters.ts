import { createHmac } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import type { Counters } from '../counters.ts'
import { Throttle } from '../throttle.ts'
import type { RedisLink } from './redis-link.ts'
import { sharedLimiter } from './shared-limiter.ts'
import { redisCounter } from './shared-throttle.ts'

/**
 * Counters shared by all processes of a database.
 *
 * @param secret A secret of the database. Names in Redis are derived from it, so that two deployments can use one Redis.
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
