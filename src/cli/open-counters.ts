import type { FastifyBaseLogger } from 'fastify'
import { type Counters, memoryCounters } from '../access/counters.ts'
import type { RedisLink } from '../access/redis/redis-link.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import type { ReadStore } from '../store/open.ts'
import { findSecret } from '../store/secrets.ts'

/** Undefined without REDIS_URL. Throws `RedisError`. */
export async function openRedis(
  { redisUrl }: Config,
  logger: FastifyBaseLogger,
): Promise<RedisLink | undefined> {
  if (redisUrl === null) return undefined
  // Loaded only when needed, because it delays the start.
  const { RedisLink } = await import('../access/redis/redis-link.ts')
  return RedisLink.open(redisUrl, (line) => logger.warn(line))
}

export async function openCounters(
  { rateLimit }: Config,
  store: ReadStore,
  link: RedisLink | undefined,
): Promise<Counters> {
  if (link === undefined) return memoryCounters(rateLimit, systemClock)
  const { redisCounters } = await import('../access/redis/shared-counters.ts')
  const secret = await findSecret(store.db, 'cursor')
  return redisCounters(rateLimit, { link, secret, clock: systemClock })
}
