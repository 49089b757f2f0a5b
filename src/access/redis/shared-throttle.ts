import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type CreateFailureCounter, memoryCounter } from '../throttle.ts'

/** Names that one counter has in Redis at most, about 40 MB; the few that share one are slowed down together. */
const namesMax = 2 ** 18

/** Counts in Redis, and in the memory of this process while it is lost. */
export function redisCounter(
  client: Redis,
  { prefix, secret, max = namesMax }: { prefix: string; secret: string; max?: number },
): CreateFailureCounter {
  return (name, rule) =>
    new HiddenNames(secret, max, {
      ...rule,
      storeClient: client,
      keyPrefix: prefix + name,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounter(name, rule),
    })
}

/** Whoever can read Redis finds neither an e-mail address nor a network in it, and nobody can fill it with names. */
class HiddenNames extends RateLimiterRedis {
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
