import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type CreateFailureCounter, memoryCounter } from '../throttle.ts'

/** Maximum names per counter in Redis, about 40 MB. Names with the same hash share a counter. */
const namesMax = 2 ** 18

/** Counts in Redis, and in memory while Redis is down. */
export function redisCounter(
  client: Redis,
  { prefix, secret, max = namesMax }: { prefix: string; secret: string; max?: number },
): CreateFailureCounter {
  return (name, rule) =>
    new HashedNames(secret, max, {
      ...rule,
      storeClient: client,
      keyPrefix: prefix + name,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounter(name, rule),
    })
}

/** Hashes names, so that Redis contains no e-mail or IP addresses and a bounded number of names. */
class HashedNames extends RateLimiterRedis {
  readonly #secret: string
  readonly #max: number

  constructor(
    secret: string,
    max: number,
    options: ConstructorParameters<typeof RateLimiterRedis>[0],
  ) {
    super(options)
    this.#secret = secret
    this.#max = max
  }

  override getKey(name: string): string {
    const digest = createHmac('sha256', this.#secret).update(name).digest()
    return super.getKey((digest.readUInt32BE() % this.#max).toString(36))
  }
}
