import { createHmac } from 'node:crypto'
import type { ChainableCommander, Redis } from 'ioredis'
import { BoundedCounter, type Count, type Counter } from '../bounded-counter.ts'
import type { CreateCounter } from '../throttle.ts'

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
