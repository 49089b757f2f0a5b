import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openLink,
  type RedisServer,
  redisTitle,
  startRedis,
  withoutRedis,
} from '../../../test/support/process/redis.ts'
import { systemClock } from '../../core/clock.ts'
import { RedisLink } from './redis-link.ts'
import { type SharedLimiter, sharedLimiter } from './shared-counters.ts'

const limit = 100

/** One of the processes that share a Redis. */
interface Process {
  link: RedisLink
  limiter: SharedLimiter
  lines: string[]
}

describe.skipIf(withoutRedis)(redisTitle('the limit in Redis'), () => {
  let redis: RedisServer
  let processes: Process[]
  let prefix: string
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.remove())
  beforeEach(async () => {
    prefix = `reeve:${Math.random()}:`
    processes = [await join(), await join()]
  })
  afterEach(async () => {
    for (const { link } of processes) await link.close()
  })

  async function join(of: number = limit, hasLongTimeout = true): Promise<Process> {
    const lines: string[] = []
    const report = (line: string) => void lines.push(line)
    const link = await (hasLongTimeout
      ? openLink(redis, report)
      : RedisLink.open(redis.url, report))
    return { link, limiter: sharedLimiter(of, { link, clock: systemClock, prefix }), lines }
  }

  /** Sends `count` requests at once, spread over the processes; returns how many were admitted. */
  async function burst(key: string, count: number, over = processes): Promise<number> {
    const verdicts = await Promise.all(
      Array.from({ length: count }, (_, i) => over[i % over.length]?.limiter.take(key)),
    )
    return verdicts.filter((verdict) => verdict?.admitted === true).length
  }

  it('is one limit for all processes', async () => {
    expect(await burst('a', 1000)).toBe(limit)
    expect(await burst('b', limit)).toBe(limit)
    expect(await burst('b', 10)).toBe(0)
    expect(processes.flatMap(({ lines }) => lines)).toEqual([])
  })

  it('reports the remaining requests and the seconds until reset', async () => {
    const [one, other] = processes
    expect(await one?.limiter.take('a')).toEqual({
      admitted: true,
      remaining: 99,
      resetSeconds: 60,
    })
    expect(await other?.limiter.take('a')).toMatchObject({ admitted: true, remaining: 98 })
    await burst('a', 98)
    expect(await one?.limiter.take('a')).toMatchObject({ admitted: false, remaining: 0 })
  })

  it('leaves no data of idle keys in Redis', async () => {
    await burst('a', 200)
    const left = await redis.withClient(async (client) => {
      const names = await client.keys(`${prefix}*`)
      return Promise.all(names.map(async (name) => [name, await client.pttl(name)] as const))
    })
    expect(left.map(([name]) => name)).toEqual([`${prefix}a`])
    for (const [, milliseconds] of left) {
      expect(milliseconds).toBeGreaterThan(0)
      expect(milliseconds).toBeLessThanOrEqual(61_000)
    }
  })

  it('works with any limit that RATE_LIMIT allows', async () => {
    for (const of of [1, 2, 1000]) {
      const more = [await join(of), await join(of)]
      processes.push(...more)
      expect(await burst(`of ${of}`, of + 10, more)).toBe(of)
    }
  })

  it('continues to count after the scripts were flushed', async () => {
    expect(await burst('a', 60)).toBe(60)
    await redis.withClient((client) => client.script('FLUSH'))
    expect(await burst('a', 500)).toBe(40)
    expect(processes.flatMap(({ lines }) => lines)).toEqual([])
  })

  it('is counted per process while Redis is down, including what each had already admitted', async () => {
    const [one, other] = processes as [Process, Process]
    expect(await burst('a', 30, [one])).toBe(30)
    expect(await burst('a', 20, [other])).toBe(20)
    await redis.kill()
    expect(await burst('a', 500, [one])).toBe(70)
    expect(await burst('a', 500, [other])).toBe(80)
    await redis.start()
    await allUp()
    expect(await burst('a', 500)).toBe(0)
    expect(await burst('b', 500)).toBe(limit)
    for (const { lines } of processes)
      expect(lines).toEqual([
        expect.stringMatching(/^Redis is down: .*each process counts limits alone/i),
        expect.stringMatching(/^Redis is back/),
      ])
  })

  function allUp(): Promise<void> {
    return expect.poll(() => processes.every(({ link }) => link.up)).toBe(true)
  }

  /** With the response timeout of the service, which a busy machine can exceed. */
  async function joinImpatiently(): Promise<void> {
    for (const { link } of processes) await link.close()
    processes = [await join(limit, false), await join(limit, false)]
  }

  it('does not query Redis for an exhausted key', async () => {
    await burst('a', 2 * limit)
    const scripts = async () =>
      /cmdstat_evalsha:calls=(\d+)/.exec(
        await redis.withClient((client) => client.info('commandstats')),
      )?.[1]
    await redis.withClient((client) => client.config('RESETSTAT'))
    expect(await burst('a', 1000)).toBe(0)
    // The probes of each process run the script too, four times a second.
    expect(Number((await scripts()) ?? 0)).toBeLessThan(1000)
  })

  it('keeps rejecting a key that another process exhausted, even while Redis is down', async () => {
    const [one, other] = processes as [Process, Process]
    expect(await burst('a', limit, [one])).toBe(limit)
    expect(await burst('a', 1, [other])).toBe(0)
    await redis.kill()
    expect(await burst('a', 500)).toBe(0)
    await redis.start()
  })

  it.each([
    ['is full', ['maxmemory', '1'], ['maxmemory', '0'], /OOM/],
    ['became a replica', ['replicaof', '127.0.0.1 1'], ['replicaof', 'no one'], /READONLY/],
  ])('is counted per process while Redis %s', async (_, [name, bad], [, good], reason) => {
    const set = (value = '') =>
      redis.withClient((client) =>
        name === 'replicaof'
          ? client.call('REPLICAOF', ...value.split(' '))
          : client.config('SET', 'maxmemory', value),
      )
    await set(bad)
    expect(await burst('a', 500)).toBe(2 * limit)
    await set(good)
    await allUp()
    expect(await burst('b', 500)).toBe(limit)
    for (const { lines } of processes)
      expect(lines).toEqual([expect.stringMatching(reason), expect.stringMatching(/is back/)])
  })

  it('does not wait for a Redis that does not respond', async () => {
    await joinImpatiently()
    await burst('a', 10)
    redis.pause()
    expect(await burst('a', 500)).toBe(2 * limit - 10)
    expect(await burst('b', 500)).toBe(2 * limit)
    redis.resume()
    // On a busy machine Redis can be late again, which each process decides alone.
    const single = processes.map(({ link }) =>
      sharedLimiter(1, { link, clock: systemClock, prefix: `${prefix}single:` }),
    )
    let tries = 0
    const admittedByBoth = async () => {
      tries += 1
      const verdicts = []
      for (const limiter of single) verdicts.push(await limiter.take(`c ${tries}`))
      return verdicts.every(({ admitted }) => admitted)
    }
    await expect.poll(admittedByBoth).toBe(false)
  })

  it('decides locally while Redis is slow, and counts those decisions', async () => {
    await joinImpatiently()
    const [one] = processes as [Process, Process]
    expect(one.limiter.localDecisions).toBe(0)
    redis.pause()
    const late = burst('a', 10, [one])
    expect(await late).toBe(10)
    expect(one.limiter.localDecisions).toBe(10)
    redis.resume()
    await allUp()
    expect(await burst('a', 500, [one])).toBe(90)
  })
})
