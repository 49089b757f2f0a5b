import type { ServerResponse } from 'node:http'
import type { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JsonHandler, startJsonServer } from '../../../test/support/http/json-server.ts'
import type { RequestWatch } from '../source.ts'
import { JsonClient } from './json-client.ts'
import { defaultFetchPolicy, type FetchPolicy } from './retries.ts'

// A response is late only when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const timeoutMs = 100
/** Sends nothing until the request has timed out. */
const silent = () => void vi.advanceTimersByTime(timeoutMs)

/** Fetches from a test server; returns the outcome, and the seconds waited between attempts. */
async function fetchFrom(handler: JsonHandler, how: Partial<FetchPolicy> = {}) {
  const { url, requests } = await startJsonServer(handler)
  const waits: number[] = []
  const watched: string[] = []
  const retries: string[] = []
  const watch: RequestWatch = {
    onRequest: (shown) => void watched.push(shown),
    onRetry: (message) => void retries.push(message),
  }
  const wait = async (milliseconds = 0) => void waits.push(milliseconds / 1000)
  const client = new JsonClient(
    { ...defaultFetchPolicy, pauseMs: 0, attempts: 5, ...how },
    { watch, wait: wait as typeof pause },
  )
  const outcome = await client
    .get(`${url}/list?page=2&apikey=secret`, '/list?page=2')
    .catch((error: unknown) => (error as Error).message)
  return { outcome, waits, requests: watched, retries, times: requests.length }
}

const failing =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end('{}')
const cutShort = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"results": [')
  response.destroy()
}

describe('JSON from a server', () => {
  it.each([
    ['429 (too many requests)', failing(429)],
    ['a server error', failing(503)],
    ['half of a JSON text', (response: ServerResponse) => response.end('{"results": [')],
    ['a truncated response', cutShort],
    ['no response in time', silent],
  ])('is requested again after %s', async (_, issue) => {
    const handler: JsonHandler = (_path, times) => (times < 3 ? issue : { well: true })
    const { outcome, times, waits } = await fetchFrom(handler, { timeoutMs })
    expect({ outcome, times }).toEqual({ outcome: { well: true }, times: 3 })
    expect(waits).toHaveLength(2)
  })

  it('is requested again after increasing pauses, up to a minute', async () => {
    const { waits } = await fetchFrom(() => failing(503), { attempts: 9 })
    expect(waits).toHaveLength(8)
    for (const [index, longest] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(longest / 2)
      expect(waits[index]).toBeLessThanOrEqual(longest)
    }
  })

  it('is reported with every request and retry, without the key', async () => {
    const handler: JsonHandler = (_, times) =>
      times === 1 ? failing(503) : times === 2 ? failing(429, { 'retry-after': '4' }) : {}
    const { requests, retries } = await fetchFrom(handler, { attempts: 7 })
    expect(requests).toEqual(Array.from({ length: 3 }, () => '/list?page=2'))
    expect(retries).toEqual([
      '/list?page=2 responded with 503 (attempt 1 of 7), trying again in 1 s',
      '/list?page=2 responded with 429 (attempt 2 of 7), trying again in 4 s',
    ])
  })

  it('is requested again when the server says, unless that is hours later', async () => {
    const handlerAfter = (seconds: string): JsonHandler => {
      const issue = failing(429, { 'retry-after': seconds })
      return (_, times) => (times === 1 ? issue : { well: true })
    }
    const { outcome, waits } = await fetchFrom(handlerAfter('0'))
    expect({ outcome, waits }).toEqual({ outcome: { well: true }, waits: [] })
    const { outcome: late, times } = await fetchFrom(handlerAfter('3600'))
    expect({ late, times }).toEqual({
      late: '/list?page=2 asked to retry after 3600 s',
      times: 1,
    })
  })

  it.each([
    [failing(500), 'responded with 500 (5 attempts)', 5],
    [failing(403), 'responded with 403', 1],
    [
      (response: ServerResponse) => response.end('{\n "a": tru'),
      'did not respond with JSON (2:7 is not valid JSON: expected a value, found "t") (5 attempts)',
      5,
    ],
    [
      (response: ServerResponse) => response.end('['.repeat(300) + ']'.repeat(300)),
      'responded with JSON that is nested deeper than 200 levels',
      1,
    ],
    [
      (response: ServerResponse) => response.end(Buffer.from([0x22, 0xff, 0x22])),
      'sent invalid UTF-8 (5 attempts)',
      5,
    ],
    [
      (response: ServerResponse) => response.end(JSON.stringify('x'.repeat(2000))),
      'sent more than 1000 bytes',
      1,
    ],
    [silent, 'did not respond within 0.1 s (5 attempts)', 5],
  ])('fails with the URL and the reason', async (issue, reason, attempts) => {
    const { outcome, times } = await fetchFrom(() => issue, { timeoutMs, bytesMax: 1000 })
    expect({ outcome, times }).toEqual({ outcome: `/list?page=2 ${reason}`, times: attempts })
  })

  it('follows redirects of the same server only', async () => {
    const to = (location: string) => (response: ServerResponse) =>
      response.writeHead(302, { location }).end()
    const handlerOf =
      (location: string): JsonHandler =>
      (path) =>
        path === '/moved' ? { well: true } : to(location)
    expect((await fetchFrom(handlerOf('/moved'))).outcome).toEqual({ well: true })
    const elsewhere = await fetchFrom(handlerOf('http://127.0.0.1:1/moved?apikey=secret'))
    expect(elsewhere).toMatchObject({
      outcome: '/list?page=2 redirects to another server, http://127.0.0.1:1',
      times: 1,
    })
    const round = await fetchFrom(handlerOf('/list?page=2'))
    expect(round.outcome).toBe('/list?page=2 redirects more than 5 times')
  })

  it('is requested with a pause after each request, also of those at once', async () => {
    const { url } = await startJsonServer(() => [])
    const waits: number[] = []
    let now = 0
    const client = new JsonClient(
      { ...defaultFetchPolicy, pauseMs: 20 },
      {
        pauseMs: 50,
        clock: { now: () => 0, monotonic: () => now },
        // A timer that is 120 ms late after the first pause.
        wait: (async (milliseconds = 0) => {
          waits.push(milliseconds)
          now += milliseconds + (waits.length === 1 ? 120 : 0)
        }) as typeof pause,
      },
    )
    await Promise.all([1, 2, 3].map((page) => client.get(`${url}/${page}`, `/${page}`)))
    await client.get(`${url}/4`, '/4')
    expect(waits).toEqual([50, 50, 50])
    client.slowTo(80)
    await client.get(`${url}/5`, '/5')
    expect(waits.at(-1)).toBe(80)
  })

  it('reports a closed port', async () => {
    const client = new JsonClient({ ...defaultFetchPolicy, attempts: 2, backOffMs: 1 })
    await expect(client.get('http://127.0.0.1:1/', 'it')).rejects.toThrow(
      /^it did not respond \(2 attempts\)$/,
    )
  })
})
