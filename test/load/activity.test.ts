import { join } from 'node:path'
import { setImmediate as others, setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountsPathOf, SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { holdWriteLock, loopIterationsDuring } from '../support/database/write-lock.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { type Service, type ServiceOptions, startService } from '../support/service/service.ts'

const flushMs = 5000
// SQLite's own busy timeout would block the process, for one iteration of the event loop.
const iterationsMin = 20

interface Usage {
  day: string
  requests: number
  rejected: number
}

const usageIn = (databaseUrl: string) =>
  rowsOf<Usage>(
    databaseUrl,
    `select day, cast(sum(requests) as integer) as requests, cast(sum(refused) as integer) as rejected
     from key_usage group by day order by day`,
  )

/** The stored usage of all keys, once `enough` accepts their number of requests. */
async function usageOnce(databaseUrl: string, enough: (requests: number) => boolean) {
  for (;;) {
    const usage = await usageIn(databaseUrl)
    if (enough(usage.reduce((sum, { requests }) => sum + requests, 0))) return usage
    await pause(20)
  }
}

describe('requests over HTTP', () => {
  let service: Service
  afterEach(async () => {
    vi.useRealTimers()
    await service.stop()
  })

  /** The timer of the writes only fires when the test advances it. */
  async function start(options: ServiceOptions): Promise<void> {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    service = await startService(options)
  }

  async function tick(): Promise<void> {
    vi.advanceTimersByTime(flushMs)
    await others()
  }

  it('are counted exactly, whatever their status, without a write each', async () => {
    const noon = Date.parse('2026-03-05T12:00:00Z')
    const limit = 930
    await start({ rateLimit: limit, clock: { now: () => noon, monotonic: () => 0 } })
    const { headers } = await service.v1('meetings')
    const etag = String(headers.get('etag'))
    const counted: [path: string, method: string, headers?: Record<string, string>][] = [
      ['meetings', 'GET'],
      ['meetings', 'HEAD'],
      ['meetings', 'GET', { 'if-none-match': etag }],
      ['meetings?per_page=x', 'GET'],
      ['people/nobody', 'GET'],
    ]
    const watching = watchCommits(service.databaseUrl)
    const statuses: number[] = [200]
    while (statuses.length < 1000) {
      for (const [path, method, sent = {}] of counted) {
        if (statuses.length === 1000) break
        const { status } = await service.v1(path, { method, headers: sent })
        statuses.push(status)
      }
    }
    const uncounted = [
      await service.v1('meetings', { key: null }),
      await service.v1('meetings', { key: `rv_${'0'.repeat(64)}` }),
      await service.v1('nothing'),
      await service.v1('meetings', { method: 'OPTIONS' }),
      await service.call('/api/v1/health'),
      await service.ocd('events'),
    ]
    expect(uncounted.map(({ status }) => status)).toEqual([401, 401, 404, 204, 200, 200])
    expect([...new Set(statuses)].sort()).toEqual([200, 304, 400, 404, 429])
    expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - limit)
    expect(watching.changed()).toBe(false)
    expect(await usageIn(service.databaseUrl)).toEqual([])
    await tick()
    const [usage] = await usageOnce(service.databaseUrl, (requests) => requests > 0)
    expect(usage).toEqual({ day: '2026-03-05', requests: limit, rejected: 1000 - limit })
    expect(watching.changed()).toBe(true)
    await tick()
    expect(watching.changed()).toBe(false)
    watching.end()
  })

  it('count on the day on which they arrived', async () => {
    let now = Date.parse('2026-03-05T23:59:59.999Z')
    await start({ clock: { now: () => now, monotonic: () => 0 } })
    await service.v1('test')
    now += 1
    await service.v1('test')
    await service.v1('test')
    await tick()
    expect(await usageOnce(service.databaseUrl, (requests) => requests === 3)).toEqual([
      { day: '2026-03-05', requests: 1, rejected: 0 },
      { day: '2026-03-06', requests: 2, rejected: 0 },
    ])
  })

  it('are served and counted while a write waits for an import', async () => {
    await start({})
    await service.v1('test')
    const lock = await holdWriteLock(service.databaseUrl)
    await tick()
    const iterations = await loopIterationsDuring(async () => {
      for (let i = 0; i < 20; i += 1) {
        expect((await service.v1('meetings')).status).toBe(200)
        await pause(5)
      }
    })
    expect(iterations).toBeGreaterThan(iterationsMin)
    expect(await usageIn(service.databaseUrl)).toEqual([])
    await lock.release()
    const usage = await usageOnce(service.databaseUrl, (requests) => requests > 0)
    expect(usage).toMatchObject([{ requests: 21, rejected: 0 }])
  })
})

/** Whether anything was committed to the accounts file since the last call. */
function watchCommits(databaseUrl: string): { changed: () => boolean; end: () => void } {
  const db = new SqliteFile(accountsPathOf(databaseUrl.replace(/^sqlite:/, '')))
  const read = () => db.column('pragma data_version')[0]
  let last = read()
  const changed = () => {
    const before = last
    last = read()
    return last !== before
  }
  return { changed, end: () => db.close() }
}

describe('a server that stops', () => {
  let reeve: Reeve
  let databaseUrl: string
  let headers: Record<string, string>
  const begin = async () => {
    reeve = newReeve()
    databaseUrl = `sqlite:${join(reeve.folder, 'data/reeve.db')}`
    await reeve.create(databaseUrl)
    const made = await reeve.run(['keys', 'create', '--email', 'ada@town.example'])
    headers = { 'x-api-key': made.stdout.trim() }
  }
  afterEach(() => reeve.remove())

  const serve = () => reeve.serve([], { RATE_LIMIT: '1000000' })
  const request = async (port: number, times: number) => {
    for (let i = 0; i < times; i += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/nowhere/test`, { headers })
      await response.body?.cancel()
      expect(response.status).toBe(404)
    }
  }
  const total = async () =>
    (await usageIn(databaseUrl)).reduce((sum, { requests }) => sum + requests, 0)

  it('by SIGTERM has stored every request that it responded to', async () => {
    await begin()
    const serving = await serve()
    let sent = 0
    let responseCount = 0
    const lane = async () => {
      for (;;) {
        sent += 1
        await request(serving.port, 1)
        responseCount += 1
      }
    }
    const lanes = [lane(), lane(), lane(), lane()].map((work) => work.catch(() => undefined))
    while (responseCount < 100) await pause(5)
    serving.signal('SIGTERM')
    await Promise.all(lanes)
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(await total()).toBeGreaterThanOrEqual(responseCount)
    expect(await total()).toBeLessThanOrEqual(sent)
    const before = await total()
    const listed = (await reeve.run(['keys', 'list'])).stdout.trim().split('\t')
    expect(listed[6]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00\.000Z$/)
    const again = await serve()
    await request(again.port, 7)
    again.signal('SIGTERM')
    await again.ended
    expect(await total()).toBe(before + 7)
  })

  it('by SIGKILL loses at most the last seconds of usage', async () => {
    await begin()
    const serving = await serve()
    await request(serving.port, 30)
    await usageOnce(databaseUrl, (requests) => requests >= 30)
    await request(serving.port, 9)
    serving.signal('SIGKILL')
    await serving.ended
    const kept = await total()
    expect(kept).toBeGreaterThanOrEqual(30)
    expect(kept).toBeLessThanOrEqual(39)
    const again = await serve()
    await request(again.port, 4)
    again.signal('SIGTERM')
    expect(await again.ended).toMatchObject({ status: 0, stderr: '' })
    expect(await total()).toBe(kept + 4)
  })

  it('while an import writes waits for it, and loses nothing', async () => {
    await begin()
    const serving = await serve()
    await request(serving.port, 11)
    const lock = await holdWriteLock(databaseUrl)
    serving.signal('SIGTERM')
    await pause(1000)
    await lock.release()
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(await total()).toBe(11)
  })

  it('while an import writes for longer logs that usage is lost, and stops', async () => {
    await begin()
    const serving = await serve()
    await request(serving.port, 11)
    const lock = await holdWriteLock(databaseUrl)
    serving.signal('SIGTERM')
    const { status, stdout, stderr } = await serving.ended
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/"msg":"writing usage failed/)
    expect(stdout).toMatch(/another process has been writing to the database for 5 seconds/)
    await lock.release()
    expect(await total()).toBeLessThanOrEqual(11)
  })
})
