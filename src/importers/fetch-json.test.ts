import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Answers, startJsonServer } from '../../test/support/json-server.ts'
import { fetchJson, shownUrl } from './fetch-json.ts'

/** Asks a server of the test, and tells how long was waited for between the attempts. */
async function ask(answers: Answers, how: { timeoutMs?: number; bytesMax?: number } = {}) {
  const { url, asked } = await startJsonServer(answers)
  const waits: number[] = []
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const outcome = await fetchJson(`${url}/list?page=2&apikey=secret`, { wait, ...how }).catch(
    (error: unknown) => (error as Error).message.replace(url, ''),
  )
  return { outcome, waits, times: asked.length }
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
    ['too many requests', failing(429)],
    ['an error of the server', failing(503)],
    ['half of a JSON text', (response: ServerResponse) => response.end('{"results": [')],
    ['an answer that breaks off', cutShort],
    ['no answer in time', () => undefined],
  ])('is asked for again after %s', async (_, fault) => {
    const answers: Answers = (_path, times) => (times < 3 ? fault : { well: true })
    const { outcome, times, waits } = await ask(answers, { timeoutMs: 300 })
    expect({ outcome, times }).toEqual({ outcome: { well: true }, times: 3 })
    expect(waits[0]).toBeGreaterThanOrEqual(1000)
    expect(waits[1]).toBeGreaterThanOrEqual(2000)
  })

  it('waits as long as the server asks for, within a minute', async () => {
    const waits = ['7', '3600'].map(async (seconds) => {
      const fault = failing(429, { 'retry-after': seconds })
      return (await ask((_, times) => (times === 1 ? fault : {}))).waits
    })
    expect(await Promise.all(waits)).toEqual([[7000], [60_000]])
  })

  it.each([
    [failing(500), 'answers 500, 5 times', 5],
    [failing(403), 'answers 403', 1],
    [
      (response: ServerResponse) => response.end('{\n "a": tru'),
      'answers with no JSON at 2:7, which is not valid JSON: expected a value, found "t", 5 times',
      5,
    ],
    [
      (response: ServerResponse) => response.end(Buffer.from([0x22, 0xff, 0x22])),
      'answers with no valid UTF-8, 5 times',
      5,
    ],
    [
      (response: ServerResponse) => response.end(JSON.stringify('x'.repeat(2000))),
      'answers with more than 1000 bytes',
      1,
    ],
    [() => undefined, 'does not answer within 0.1 s, 5 times', 5],
  ])('is given up with the address and the reason', async (fault, reason, attempts) => {
    const { outcome, times } = await ask(() => fault, { timeoutMs: 100, bytesMax: 1000 })
    expect({ outcome, times }).toEqual({ outcome: `/list?page=2 ${reason}`, times: attempts })
  })

  it('is asked for where the server sends it, and nowhere else', async () => {
    const to = (location: string) => (response: ServerResponse) =>
      response.writeHead(302, { location }).end()
    const answers =
      (location: string): Answers =>
      (path) =>
        path === '/moved' ? { well: true } : to(location)
    expect((await ask(answers('/moved'))).outcome).toEqual({ well: true })
    const elsewhere = await ask(answers('http://127.0.0.1:1/moved?apikey=secret'))
    expect(elsewhere).toMatchObject({
      outcome: '/list?page=2 redirects to another server, http://127.0.0.1:1',
      times: 1,
    })
    const round = await ask(answers('/list?page=2'))
    expect(round.outcome).toBe('/list?page=2 redirects more than 5 times')
  })

  it('tells when nobody listens', async () => {
    const asking = fetchJson('http://127.0.0.1:1/', { wait: async () => undefined })
    await expect(asking).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/ does not answer, 5 times$/)
  })
})

it('shows no password and no key of an address', () => {
  const url = 'https://ann:pass@ocd.example/api/events?apikey=secret&page=3&per_page=100'
  expect(shownUrl(url)).toBe('https://ocd.example/api/events?page=3&per_page=100')
})
