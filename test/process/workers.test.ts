import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { type Reply, Wire } from '../../stress/kit/wire.ts'
import { withDatabase } from '../support/database/sqlite-database.ts'
import { outcomesUntilClosed } from '../support/http/busy-clients.ts'
import { childrenOf, freshChildren } from '../support/process/children.ts'
import { type RedisServer, redisTitle, startRedis, withoutRedis } from '../support/process/redis.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { readExposition } from '../support/service/exposition.ts'
import { databaseOf, fillTown } from '../support/towns/town-in-folder.ts'

const dataFiles = ['reeve-accounts.db', 'reeve.db', 'reeve.db-serving']

const two = ['--workers', '2']

/** The error of a failed start: exit code 2, one line, nothing else. */
async function rejection(of: Reeve, words: string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = await of.run(['serve', ...words], settings)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^reeve: [^\n]+\n$/)
  return stderr
}

describe('reeve serve --workers', () => {
  let reeve: Reeve
  beforeEach(() => {
    reeve = newReeve()
  })
  afterEach(() => reeve.remove())

  it('accepts a number from 1 to 64, and more than one only with REDIS_URL', async () => {
    expect(await rejection(reeve, two)).toMatch(
      '--workers 2 requires REDIS_URL; without shared counters',
    )
    for (const text of ['0', '65'])
      expect(await rejection(reeve, ['--workers', text])).toMatch(
        '--workers must be a number from 1',
      )
    expect(existsSync(join(reeve.folder, 'data'))).toBe(false)
  })
})

describe.skipIf(withoutRedis)(redisTitle('two workers'), () => {
  let redis: RedisServer
  let reeve: Reeve
  let settings: Record<string, string>
  let serving: Awaited<ReturnType<Reeve['serve']>>
  let wires: Wire[]
  let keys: string[]
  beforeAll(async () => {
    redis = await startRedis()
    reeve = newReeve()
    keys = await fillTown(databaseOf(reeve.folder), 3)
    settings = { REDIS_URL: redis.url, METRICS: 'on', DRAIN_SECONDS: '5', LOG_LEVEL: 'warn' }
    serving = await reeve.serve(two, settings)
    // Each is one connection; connections are distributed in rotation.
    wires = Array.from({ length: 4 }, () => new Wire(serving.port, 1))
  })
  afterAll(async () => {
    for (const wire of wires) wire.close()
    await reeve.remove()
    await redis.remove()
  })

  const get = (wire: Wire | undefined, target: string, key?: string): Promise<Reply> => {
    if (wire === undefined) throw new Error('no such connection')
    const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
    return wire.send({ method: 'GET', target, headers })
  }
  /** Sends `count` requests evenly over all connections; returns the number of each status. */
  const burst = async (count: number, target: string, key?: string) => {
    const lanes = wires.map(async (wire, lane) => {
      const statuses: number[] = []
      for (let i = lane; i < count; i += wires.length)
        statuses.push((await get(wire, target, key)).status)
      return statuses
    })
    const all = (await Promise.all(lanes)).flat()
    return Object.fromEntries([...new Set(all)].map((s) => [s, all.filter((t) => t === s).length]))
  }
  const scrape = async () => readExposition((await get(wires[0], '/metrics')).body)
  const people = '/api/v1/pemberley/people'
  const counted =
    'reeve_http_requests_total{method="GET",route="/api/v1/:municipality/people",status="200"}'

  it('print the banner once, and serve the same port', async () => {
    await burst(8, '/api/v1/health')
    const metrics = await scrape()
    const open = ['1', '2'].map((worker) =>
      metrics.get(`reeve_http_connections{worker="${worker}"}`),
    )
    expect([
      [1, 3],
      [2, 2],
      [3, 1],
    ]).toContainEqual(open)
    const output = await serving.printed(/^[\s\S]*\n$/)
    expect(output.match(/Docs/g)).toHaveLength(1)
  })

  it('are replaced if killed, without interruption, and keep what they had counted', async () => {
    const path = '/api/ocd/pemberley/people'
    const series =
      'reeve_http_requests_total{method="GET",route="/api/ocd/:municipality/people",status="200"}'
    expect(await burst(20, path)).toEqual({ 200: 20 })
    expect((await scrape()).get(series)).toBe(20)
    const [victim = 0, other = 0] = childrenOf(serving.pid)
    process.kill(victim, 'SIGKILL')
    const replacement = freshChildren(serving.pid, 2, [victim])
    // A connection that was being passed to the killed worker is lost.
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        await pause(50 * i)
        const url = `http://127.0.0.1:${serving.port}/api/v1/health`
        const signal = AbortSignal.timeout(60_000)
        const headers = { connection: 'close' }
        return fetch(url, { signal, headers }).then(
          ({ status }) => status,
          () => 'lost',
        )
      }),
    )
    expect(responses.filter((response) => response !== 200).length).toBeLessThanOrEqual(1)
    expect(await replacement).toContain(other)
    await serving.printed(/worker [12] exited \(SIGKILL\); starting a replacement/)
    for (const wire of wires) wire.close()
    wires = wires.map(() => new Wire(serving.port, 1))
    while (!(await scrape()).has('reeve_http_connections{worker="1"}')) await pause(50)
    expect((await scrape()).get(series)).toBe(20)
  })

  it("accept each other's cursors", async () => {
    const seen = new Set<string>()
    for (const one of wires) {
      const first = JSON.parse((await get(one, `${people}?per_page=1`, keys[0])).body)
      for (const other of wires) {
        const next = `${people}?per_page=1&cursor=${first.pagination.next_cursor}`
        const { status, body } = await get(other, next, keys[0])
        expect(status).toBe(200)
        seen.add(JSON.stringify(JSON.parse(body).data))
      }
    }
    expect(seen.size).toBe(1)
  })

  it('share the rate limit of a key', async () => {
    expect(await burst(150, people, keys[1])).toEqual({ 200: 100, 429: 50 })
  })

  it('report the metrics of all workers, whichever is scraped', async () => {
    const before = (await scrape()).get(counted) ?? 0
    expect(await burst(40, people, keys[2])).toEqual({ 200: 40 })
    for (const wire of wires) {
      const { status, headers, body } = await get(wire, '/metrics')
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      const metrics = readExposition(body)
      expect(metrics.get(counted)).toBe(before + 40)
      expect(metrics.get('reeve_rate_limit_requests_total{verdict="refused"}')).toBe(50)
      expect(metrics.get('reeve_rate_limit_shared{worker="2"}')).toBe(1)
      expect(metrics.get('reeve_rate_limit_alone_total')).toBeGreaterThanOrEqual(0)
      expect(metrics.get('reeve_import_age_seconds{municipality="pemberley"}')).toBeLessThan(120)
      expect(metrics.get('process_resident_memory_bytes{worker="first"}')).toBeGreaterThan(1e7)
      expect(body).not.toMatch(/rv_|people\?|redis:/)
    }
  })

  it('exit on SIGTERM without a failed request, after reporting that they shut down', async () => {
    const statuses: number[] = []
    let isNoticed = false
    const lanes = wires.map(async (wire) => {
      while (!isNoticed) {
        const { status } = await get(wire, `/api/ocd/pemberley/people`)
        statuses.push(status)
      }
    })
    await pause(300)
    serving.signal('SIGTERM')
    const balancer = new Wire(serving.port, 1)
    let response = await get(balancer, '/readyz')
    for (; response.status === 200; response = await get(balancer, '/readyz')) await pause(10)
    expect(response.status).toBe(503)
    expect(JSON.parse(response.body)).toEqual({
      status: 'unready',
      reason: 'shutting down',
    })
    expect((await get(balancer, '/api/v1/health')).status).toBe(200)
    await pause(300)
    isNoticed = true
    await Promise.all(lanes)
    balancer.close()
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(reeve.folder, 'data')).sort()).toEqual(dataFiles)
  })

  it('reset no connection on SIGTERM if clients open others instead of those that are closed', async () => {
    const other = newReeve()
    onTestFinished(() => other.remove())
    await fillTown(databaseOf(other.folder), 1)
    const busy = await other.serve(two, { ...settings, DRAIN_SECONDS: '0' })
    const outcomes = await outcomesUntilClosed(
      busy.port,
      (request) => `/pemberley/motions?date_from=${1000 + request}-01-01`,
      () => busy.signal('SIGTERM'),
    )
    expect(outcomes).toEqual(new Set([200, 'ECONNREFUSED']))
    expect(await busy.ended).toMatchObject({ status: 0, stderr: '' })
  })

  it('have stored all usage, whichever worker counted it', () => {
    const rows = withDatabase(databaseOf(reeve.folder), (db) =>
      db
        .prepare(
          'select requests, refused, last_used_at from key_usage join api_keys on api_keys.id = api_key_id order by requests',
        )
        .all(),
    )
    const lastUse = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00\.000Z$/)
    expect(rows).toEqual([
      { requests: 20, refused: 0, last_used_at: lastUse },
      { requests: 40, refused: 0, last_used_at: lastUse },
      { requests: 100, refused: 50, last_used_at: lastUse },
    ])
  })

  it('are rejected like a single process: a port in use, an invalid host', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const said = await rejection(reeve, [...two, '--port', String(port)], settings)
    other.close()
    expect(said).toContain(`cannot listen on 127.0.0.1:${port}: PORT ${port} is in use`)
    const wrong = { ...settings, HOST: '203.0.113.1', PORT: '0' }
    expect(await rejection(reeve, two, wrong)).toContain('HOST must be an IP address')
    expect(readdirSync(join(reeve.folder, 'data')).sort()).toEqual(dataFiles)
  })

  it('exit with 1 and the reason if they crash as soon as they are started', async () => {
    const doomed = await reeve.serve(two, { ...settings, DRAIN_SECONDS: '0' })
    let isOver = false
    const ended = doomed.ended.finally(() => {
      isOver = true
    })
    while (!isOver) {
      for (const child of childrenOf(doomed.pid).slice(0, 1)) process.kill(child, 'SIGKILL')
      await pause(200)
    }
    const { status, stderr } = await ended
    expect(stderr).toBe(
      'reeve: 5 workers crashed within a minute of their start; last reason: SIGKILL\n',
    )
    expect(status).toBe(1)
  })
})
