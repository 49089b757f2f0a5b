import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  openLink,
  type RedisServer,
  redisTitle,
  startRedis,
  withoutRedis,
} from '../../../test/support/process/redis.ts'
import { systemClock } from '../../core/clock.ts'
import type { Counters } from '../counters.ts'
import { Throttle } from '../throttle.ts'
import type { RedisLink } from './redis-link.ts'
import { redisCounter, redisCounters } from './shared-counters.ts'

const failuresPerAddress = 20

describe.skipIf(withoutRedis)(redisTitle('several processes that share a Redis'), () => {
  let redis: RedisServer
  const open: RedisLink[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const link of open.splice(0)) await link.close()
  })
  afterAll(() => redis.remove())

  async function connect(): Promise<RedisLink> {
    const link = await openLink(redis)
    open.push(link)
    return link
  }

  async function join(secret: string): Promise<Counters> {
    return redisCounters(2, { link: await connect(), secret, clock: systemClock })
  }

  /** Redis has no test clock, so shortening every expiry simulates the passing of time. */
  const pass = (milliseconds: number) =>
    redis.withClient(async (client) => {
      for (const name of await client.keys('*'))
        await client.pexpire(name, (await client.pttl(name)) - milliseconds)
    })

  const address = '192.0.2.7'
  const attempt = (i: number) => ({ email: `p${i}@example.ca`, address, device: undefined })

  it('count password attempts together', async () => {
    const [one, other] = [await join('together'), await join('together')]
    for (let i = 0; i < failuresPerAddress; i += 1)
      expect(await (i % 2 === 0 ? one : other).throttle.attempt(attempt(i))).toBe(0)
    expect(await one.throttle.attempt(attempt(100))).toBeGreaterThan(800)
    expect(await other.throttle.attempt(attempt(101))).toBeGreaterThan(800)
  })

  it('admit one of parallel attempts after a pause', async () => {
    const both = [await join('parallel'), await join('parallel')]
    const guess = (i: number) =>
      both[i % 2]?.throttle.attempt({ ...attempt(1), address: `192.0.3.${i}` })
    // Until the next pause is longer than any machine needs for the attempts.
    for (let i = 0, wait = 0; wait < 60; i += 1) {
      wait = (await guess(i)) ?? 0
      await pass(wait * 1000)
    }
    const waits = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(100 + i)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
  })

  it('count events of a name until the first one expires', async () => {
    const { client } = await connect()
    const counter = redisCounter(client, { prefix: 'reeve:events:', secret: '' })('sign-up', 3600)
    expect(await counter.add('a', 2)).toMatchObject({ count: 2 })
    await pass(1_800_000)
    const later = await counter.add('a', 1)
    expect(later.count).toBe(3)
    expect(later.leftMs).toBeLessThanOrEqual(1_800_000)
    expect(await counter.get('b')).toEqual({ count: 0, leftMs: 0 })
    await pass(1_800_000)
    expect((await counter.get('a')).count).toBe(0)
    expect((await counter.add('a', 5, 60)).leftMs).toBeLessThanOrEqual(60_000)
    expect((await counter.add('a', -2)).count).toBe(3)
    await counter.delete('a')
    expect((await counter.get('a')).count).toBe(0)
  })

  it('count separately while Redis is down', async () => {
    const [one, other] = [await join('alone'), await join('alone')]
    await redis.kill()
    for (const { throttle } of [one, other]) {
      for (let i = 0; i < failuresPerAddress; i += 1)
        expect(await throttle.attempt(attempt(i))).toBe(0)
      expect(await throttle.attempt(attempt(100))).toBeGreaterThan(800)
      expect(await throttle.signUp(address)).toBe(0)
    }
    await redis.start()
  })

  it('are separate from the counters of another database', async () => {
    const [one, other] = [await join('one'), await join('other')]
    for (const { limiter } of [one, other]) {
      expect(await limiter.take('key')).toMatchObject({ admitted: true, remaining: 1 })
      expect(await limiter.take('key')).toMatchObject({ admitted: true, remaining: 0 })
      expect(await limiter.take('key')).toMatchObject({ admitted: false })
    }
  })

  it('store neither e-mail nor IP addresses in Redis, and nothing without an expiry', async () => {
    const { throttle, limiter } = await join('a secret of the database')
    await throttle.attempt(attempt(1))
    await throttle.signUp(address)
    await limiter.take('key')
    await redis.withClient(async (client) => {
      const names = await client.keys('*')
      const counters = names.filter((name) => !name.startsWith('reeve:probe:'))
      expect(counters.length).toBeGreaterThanOrEqual(4)
      for (const name of names) {
        expect(name).toMatch(/^reeve:/)
        expect(name).not.toMatch(/example|192\.0|secret/)
        expect(await client.pttl(name)).toBeGreaterThan(0)
      }
    })
  })

  it('store a bounded number of names in Redis, however many are tried', async () => {
    const { client } = await connect()
    const options = { prefix: 'reeve:bounded:', secret: 'bounded', max: 16 }
    const throttle = new Throttle(redisCounter(client, options))
    for (let i = 0; i < 200; i += 1)
      await throttle.attempt({ ...attempt(i), address: `192.0.2.${i}` })
    const names = await redis.withClient((client) => client.keys('reeve:bounded:account:*'))
    expect(names).toHaveLength(16)
  })
})
