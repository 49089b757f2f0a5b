import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { expectError } from '../support/service/expect.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'

/** A clock that only the test moves. */
function movableClock() {
  const start = Date.parse('2026-03-01T12:00:00Z')
  let passed = 0
  return {
    now: () => start + passed,
    monotonic: () => passed,
    move: (seconds: number) => {
      passed += seconds * 1000
    },
  }
}

const clock = movableClock()
let service: Service
beforeAll(async () => {
  service = await startService({ rateLimit: 100, clock })
})
afterAll(() => service.stop())

/** How many of `count` requests are admitted. */
async function admitted(key: string, count: number): Promise<number> {
  const responses = []
  for (let call = 0; call < count; call += 1) responses.push(await service.v1('test', { key }))
  return responses.filter(({ status }) => status !== 429).length
}

describe('8: request rate', () => {
  it('8: the default limit is 100 requests in 60 seconds', () => {
    expect(readConfig({ BASE_URL: 'https://api.example' }).rateLimit).toBe(100)
  })

  it('8: 100 requests of a key in 60 seconds are admitted, the 101st is 429', async () => {
    const key = await service.newKey()
    expect(await admitted(key, 100)).toBe(100)
    expectError(await service.v1('test', { key }), 'RATE_LIMIT_EXCEEDED')
  })

  it('8: Retry-After: 60 seconds on 429 responses only, which keep X-RateLimit-Limit', async () => {
    const key = await service.newKey()
    await admitted(key, 99)
    const last = await service.v1('test', { key })
    expect(last.status).toBe(200)
    expect(last.headers.has('retry-after')).toBe(false)
    const rejected = await service.v1('test', { key })
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('60')
    expect(rejected.headers.get('x-ratelimit-limit')).toBe('100')
    for (const response of [
      await service.v1('meetings', { key: null }),
      await service.v1('meetings/nothing', { key: await service.newKey() }),
      await service.ocd('events'),
    ]) {
      expect(response.headers.has('retry-after')).toBe(false)
    }
  })

  it('8: the limit is per API key, not per client address', async () => {
    const [busy, other] = [await service.newKey(), await service.newKey()]
    expect(await admitted(busy, 101)).toBe(100)
    expect(await admitted(other, 3)).toBe(3)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expectError(await service.v1('test', { key: busy, headers }), 'RATE_LIMIT_EXCEEDED')
  })

  it('8: a key counts the same in the header and in the query', async () => {
    const key = await service.newKey()
    expect(await admitted(key, 99)).toBe(99)
    expect((await service.v1(`test?apikey=${key}`, { key: null })).status).toBe(200)
    const rejected = await service.v1(`test?apikey=${key}`, { key: null })
    expectError(rejected, 'RATE_LIMIT_EXCEEDED')
  })

  it('a client that waits 60 seconds always succeeds', async () => {
    const key = await service.newKey()
    await admitted(key, 150)
    clock.move(60)
    expect(await admitted(key, 100)).toBe(100)
    expectError(await service.v1('test', { key }), 'RATE_LIMIT_EXCEEDED')
  })

  it('in any 60 seconds at most 100 requests of one key are admitted', async () => {
    const key = await service.newKey()
    expect(await admitted(key, 60)).toBe(60)
    clock.move(40)
    expect(await admitted(key, 60)).toBe(40)
    clock.move(19.9)
    expect(await admitted(key, 1)).toBe(0)
    clock.move(0.2)
    expect(await admitted(key, 61)).toBe(60)
  })

  it('every authenticated request counts: 200, 304, 400, 404, HEAD', async () => {
    const key = await service.newKey()
    const etag = (await service.v1('meetings', { key })).headers.get('etag') ?? ''
    const responses: ApiResponse[] = [
      await service.v1('meetings', { key, headers: { 'if-none-match': etag } }),
      await service.v1('meetings?per_page=0', { key }),
      await service.v1('meetings/nothing', { key }),
      await service.call('/api/v1/nowhere/meetings', { key }),
      await service.v1('meetings', { key, method: 'HEAD' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([304, 400, 404, 404, 200])
    expect(await admitted(key, 100)).toBe(100 - 1 - responses.length)
  })

  it('401s, rejected 429s, unknown paths, preflights, health and OCD do not count', async () => {
    const key = await service.newKey()
    await admitted(key, 100)
    clock.move(30)
    expect(await admitted(key, 50)).toBe(0)
    clock.move(30)
    for (let call = 0; call < 5; call += 1) {
      await service.v1('test', { key: null })
      await service.v1('test', { key: `${key}x` })
      await service.v1('nothing', { key })
      await service.v1('test', { key, method: 'OPTIONS' })
      await service.ocd('events', { key })
      await service.call('/api/v1/health', { key })
    }
    expect(await admitted(key, 101)).toBe(100)
  })

  it('concurrent requests are counted exactly', async () => {
    const key = await service.newKey()
    const calls = Array.from({ length: 130 }, () => service.v1('test', { key }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('RateLimit-Policy and RateLimit show the remaining requests', async () => {
    const key = await service.newKey()
    const first = await service.v1('test', { key })
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=100;w=60')
    expect(first.headers.get('ratelimit')).toBe('"key";r=99;t=60')
    await admitted(key, 99)
    const rejected = await service.v1('test', { key })
    expect(rejected.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
  })
})

describe('8: the other limits', () => {
  it('8: page is not a parameter of v1 lists, nor cursor of OCD lists', async () => {
    const key = await service.newKey()
    const headers = { prefer: 'handling=strict' }
    expectError(await service.v1('meetings?page=2', { key, headers }), 'VALIDATION_ERROR')
    expectError(await service.ocd('events?cursor=x', { headers }), 'VALIDATION_ERROR')
  })

  it('8: the OCD API has no rate limit', async () => {
    const calls = Array.from({ length: 150 }, () => service.ocd('jurisdictions'))
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([200]))
  })
})
