import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type MakeFailureCount, memoryCount } from '../throttle.ts'

/** Counts in Redis, and in the memory of this process while it is lost. */
export function redisCounts(
  client: Redis,
  { prefix, secret }: { prefix: string; secret: string },
): MakeFailureCount {
  return (name, rule) =>
    new HiddenNames(secret, {
      ...rule,
      storeClient: client,
      keyPrefix: prefix + name,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCount(name, rule),
    })
}

/** Whoever can read Redis finds neither an e-mail address nor a network in it. */
class HiddenNames extends RateLimiterRedis {
  readonly #secret: string

  constructor(secret: string, options: ConstructorParameters<typeof RateLimiterRedis>[0]) {
    super(options)
    this.#secret = secret
  }

  override getKey(name: string): string {
    return super.getKey(createHmac('sha256', this.#secret).update(name).digest('hex'))
  }
}
