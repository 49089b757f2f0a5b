import { createHmac } from 'node:crypto'
import type { ChainableCommander, Redis } from 'ioredis'
import type { Clock } from '../../core/clock.ts'
import { BoundedCounter, type Count, type Counter } from '../bounded-counter.ts'
import type { Counters } from '../counters.ts'
import { type Limiter, SlidingWindow, type Verdict, windowMs } from '../limiter.ts'
import { type CreateCounter, Throttle } from '../throttle.ts'
import type { LimitResult, RedisLink } from './redis-link.ts'

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
  }
}

export interface SharedLimiter extends Limiter {
  /** Requests decided without Redis, because it was late or down. */
  readonly localDecisions: number
}

/**
 * A rate limit shared through Redis. Requests that this process admits are also counted in memory, and exhausted keys are
 * remembered: they are rejected without Redis, and while Redis is down counting continues from there.
 */
export function sharedLimiter(
  limit: number,
  { link, clock, prefix }: { link: RedisLink; clock: Clock; prefix: string },
): SharedLimiter {
  const localWindow = new SlidingWindow(limit, windowMs)
  const exhaustedKeys = new ExhaustedKeys(windowMs)
  let localDecisions = 0
  const decideLocally = (keyId: string, now: number) => {
    localDecisions += 1
    return exhaustedKeys.rejection(keyId, now) ?? localWindow.take(keyId, now)
  }
  const decideShared = async (keyId: string, now: number): Promise<Verdict> => {
    const result = await link.hit(prefix + keyId, limit, windowMs)
    if (result === undefined) return decideLocally(keyId, clock.monotonic())
    // `now` is before Redis counted the request, so nothing local rejects what Redis would admit.
    if (result.retryMs > 0)
      exhaustedKeys.add(keyId, { retryAt: now + result.retryMs, resetAt: now + result.resetMs })
    const local = result.admitted ? localWindow.take(keyId, now) : undefined
    return local?.admitted === false ? local : verdictOf(result, limit)
  }
  return {
    limit,
    windowSeconds: windowMs / 1000,
    get localDecisions() {
      return localDecisions
    },
    async take(keyId) {
      const now = clock.monotonic()
      if (!link.up) return decideLocally(keyId, now)
      return (
        exhaustedKeys.rejection(keyId, now) ??
        localWindow.rejection(keyId, now) ??
        decideShared(keyId, now)
      )
    },
  }
}

function verdictOf({ admitted, count, resetMs }: LimitResult, limit: number): Verdict {
  // The count exceeds the limit if another process has a higher one.
  return {
    admitted,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil(resetMs / 1000),
  }
}

interface Exhausted {
  /** When the next request is admitted. */
  retryAt: number
  /** When the full limit is available again. */
  resetAt: number
}

/** Keys that exhausted their limit according to Redis; rejected without Redis until `retryAt`. Monotonic milliseconds. */
class ExhaustedKeys {
  readonly #keys = new Map<string, Exhausted>()
  readonly #windowMs: number
  #sweptAt = 0

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  add(key: string, exhausted: Exhausted): void {
    this.#keys.set(key, exhausted)
  }

  rejection(key: string, now: number): Verdict | undefined {
    this.#sweep(now)
    const exhausted = this.#keys.get(key)
    if (exhausted === undefined || now >= exhausted.retryAt) return undefined
    const resetSeconds = Math.ceil((exhausted.resetAt - now) / 1000)
    return { admitted: false, remaining: 0, resetSeconds }
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#windowMs) return
    this.#sweptAt = now
    for (const [key, { retryAt }] of this.#keys) if (now >= retryAt) this.#keys.delete(key)
  }
}

/** Maximum names per counter in Redis, about 40 MB. Names with the same hash share a counter. */
const namesMax = 2 ** 18

interface Names {
  prefix: string
  secret: string
  max?: number
}

/** Counts in Redis, and in memory while Redis is down. */
export function redisCounter(
  client: Redis,
  { prefix, secret, max = namesMax }: Names,
): CreateCounter {
  return (counter, usualSeconds) => {
    const memory = new BoundedCounter(usualSeconds)
    // Hashed, so that Redis contains no e-mail or IP addresses and a bounded number of names.
    const keyOf = (name: string) => {
      const digest = createHmac('sha256', secret).update(name).digest()
      return `${prefix}${counter}:${(digest.readUInt32BE() % max).toString(36)}`
    }
    return {
      add(name, events, seconds = usualSeconds) {
        const key = keyOf(name)
        const added = client.multi().set(key, 0, 'EX', seconds, 'NX').incrby(key, events)
        return countIn(added.pttl(key)).catch(() => memory.add(name, events, seconds))
      },
      get(name) {
        const key = keyOf(name)
        return countIn(client.multi().get(key).pttl(key)).catch(() => memory.get(name))
      },
      async delete(name) {
        await client.del(keyOf(name)).catch(() => undefined)
        await memory.delete(name)
      },
    } satisfies Counter
  }
}

/** The last two replies: a count and the milliseconds until it expires. */
async function countIn(commands: ChainableCommander): Promise<Count> {
  const replies = (await commands.exec()) ?? []
  const [error] = replies.find(([error]) => error !== null) ?? []
  if (error) throw error
  const [count, leftMs] = replies.slice(-2).map(([, reply]) => Number(reply))
  return { count: count ?? 0, leftMs: Math.max(0, leftMs ?? 0) }
}
