import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyForEmail } from '../../src/access/keys.ts'
import { listKeys } from '../../src/access/queries.ts'
import { systemClock } from '../../src/core/clock.ts'
import { migrate, openWriteStore } from '../../src/store/open.ts'
import { withDatabase } from '../support/database/sqlite-database.ts'
import { holdWriteLock } from '../support/database/write-lock.ts'
import { outcomesUntilClosed } from '../support/http/busy-clients.ts'
import { freePort } from '../support/process/checkout.ts'
import { freshChildren, isRunning } from '../support/process/children.ts'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'
import { expectFailure, keyLine, reeveForEachTest } from '../support/process/suite.ts'

const dataFiles = ['reeve-accounts.db', 'reeve.db', 'reeve.db-serving']

const stage = reeveForEachTest()

const health = (port: number) => fetch(`http://127.0.0.1:${port}/api/v1/health`)

/** A server that has received half of a request, in one packet with a request that it has responded to. */
async function inMidRequest(of: Reeve) {
  const serving = await of.serve()
  const socket = connect(serving.port, '127.0.0.1')
  const head = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${head}\r\n${head}`)
  await once(socket, 'data')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const received = once(socket, 'close').then(() => Buffer.concat(parts).toString())
  return { serving, socket, response: received }
}

// Its shutdown timeout passes while the other tests run.
const lingering = newReeve()
let lingered: Promise<Ended>

beforeAll(async () => {
  const { serving, socket } = await inMidRequest(lingering)
  socket.on('error', () => undefined)
  serving.signal('SIGTERM')
  lingered = serving.ended
})

afterAll(() => lingering.remove())

describe('reeve serve', () => {
  it('listens on its PORT, responds, and exits with 0 on a signal', async () => {
    const serving = await stage.reeve.serve(['--host', '127.0.0.1', '--port', '0'], { PORT: '1' })
    expect(await (await health(serving.port)).json()).toEqual({ status: 'ok' })
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(stage.reeve.folder, 'data')).sort()).toEqual(dataFiles)
  })

  it('says that it sends no e-mail alerts, if there is a mail server and no --sync', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@records.example' }
    const serving = await stage.reeve.serve(['--port', '0'], settings)
    serving.signal('SIGTERM')
    expect((await serving.ended).stderr).toBe(
      'reeve: without --sync, nothing sends e-mail alerts: run "reeve alerts send" every ten minutes by a timer\n',
    )
  })

  it('exits with 0 on SIGINT, even if clients hold idle connections', async () => {
    const serving = await stage.reeve.serve()
    const fresh = connect(serving.port, '127.0.0.1')
    const idle = connect(serving.port, '127.0.0.1')
    idle.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const closed = [once(fresh.resume(), 'close'), once(idle.resume(), 'close')]
    serving.signal('SIGINT')
    await Promise.all(closed)
    expect((await serving.ended).status).toBe(0)
  })

  it('responds to the request in progress, accepts no other, and then exits', async () => {
    const { serving, socket, response: received } = await inMidRequest(stage.reeve)
    serving.signal('SIGTERM')
    await expectNoConnections(serving.port)
    socket.write('X-Last: 1\r\n\r\n')
    const response = await received
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(response).toMatch(/\r\nconnection: close\r\n/i)
    expect(response).toMatch(/\{"status":"ok"\}$/)
    expect((await serving.ended).status).toBe(0)
  })

  it('resets no connection if clients open others instead of those that it closes', async () => {
    const serving = await stage.reeve.serve(['--demo'])
    // Pages that are not cached, so that an iteration of the event loop takes a while.
    const outcomes = await outcomesUntilClosed(
      serving.port,
      (request) => `/lowmere/motions?date_from=${1000 + request}-01-01`,
      () => serving.signal('SIGTERM'),
    )
    expect(outcomes).toEqual(new Set([200, 'ECONNREFUSED']))
    expect((await serving.ended).status).toBe(0)
  })

  it('exits at once on a second signal', async () => {
    const { serving, socket } = await inMidRequest(stage.reeve)
    socket.on('error', () => undefined)
    serving.signal('SIGTERM')
    await expectNoConnections(serving.port)
    // On Ctrl+C, npm passes on a signal that the whole group already got: a repetition within half a second.
    serving.signal('SIGTERM')
    await pause(600)
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(1)
  })

  async function expectNoConnections(port: number): Promise<void> {
    for (;;) {
      const attempt = connect(port, '127.0.0.1')
      const rejected = await Promise.race([
        once(attempt, 'connect').then(() => false),
        once(attempt, 'error').then(() => true),
      ]).catch(() => true)
      attempt.destroy()
      if (rejected) return
    }
  }

  it('imports the demo and shows a key once, not on the second start', async () => {
    const first = await stage.reeve.serve(['--demo'])
    const line = await first.printed(/curl .*\n/)
    const [, header, url = ''] = /-H '([^']+)' '([^']+)'/.exec(line) ?? []
    const made = header?.replace('X-API-Key: ', '') ?? ''
    expect(made).toMatch(keyLine)
    expect(await first.printed(/Key .*\n/)).toContain(`${made} `)
    const response = await fetch(url.replace('localhost', '127.0.0.1'), {
      headers: { 'x-api-key': made },
    })
    expect(response.status).toBe(200)
    first.signal('SIGTERM')
    const { stderr } = await first.ended
    expect(stderr).toMatch(
      /^Opening the database at \/.*\/reeve\.db …\nImporting the sample data of Lowmere …\n/,
    )
    expect(stderr).toMatch(/^Imported into lowmere: [1-9]\d{3} added, 0 changed, /m)
    const before = [
      await stage.reeve.run(['keys', 'list']),
      await stage.reeve.run(['municipalities', 'list']),
    ]
    const second = await stage.reeve.serve(['--demo'])
    second.signal('SIGTERM')
    const { stdout } = await second.ended
    expect(stdout).not.toMatch(/rv_|curl/)
    expect(stdout).toContain('another: npx --no-install reeve keys create --email')
    const after = [
      await stage.reeve.run(['keys', 'list']),
      await stage.reeve.run(['municipalities', 'list']),
    ]
    expect(after).toEqual(before)
    expect(before.map(({ stdout }) => stdout.trim().split('\n').length)).toEqual([1, 1])
  })

  it('reports a port in use, and leaves no journal behind', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await stage.reeve.run(['serve', '--port', String(port)])
    other.close()
    expectFailure(ended, `cannot listen on 127.0.0.1:${port}: PORT ${port} is in use`)
    expect(readdirSync(join(stage.reeve.folder, 'data')).sort()).toEqual(dataFiles)
  })
})

const progressOnly =
  /^Opening the database at .*\n(Importing the sample data of Lowmere …\n((reading|writing) .*\n)*(Imported .*\n)?)?$/

describe('the first run of the demo', () => {
  it('shows its key on the next start if the port was in use', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await stage.reeve.run(['serve', '--demo', '--port', String(port)])
    other.close()
    expect(ended).toMatchObject({ status: 2, stdout: '' })
    expect(ended.stderr).toMatch(new RegExp(`^Opening .*\nreeve: .*PORT ${port} is in use.*\n$`))
    const next = await stage.reeve.serve(['--demo'])
    expect(await next.printed(/Key .*\n/)).toMatch(/rv_[0-9a-f]{64}/)
    next.signal('SIGTERM')
    await next.ended
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'leaves no process behind if %s ends it during the import, and can be repeated at once',
    async (signal) => {
      const started = stage.reeve.start(['serve', '--demo'], { PORT: '0' })
      const [child = 0] = await freshChildren(started.pid, 1, [])
      started.signal(signal)
      const ended = await started.ended
      expect(ended.status).toBe(signal === 'SIGKILL' ? null : 0)
      expect(ended.stderr).toMatch(progressOnly)
      // The import of a killed server exits in the next iteration of its event loop.
      if (signal !== 'SIGKILL') expect(isRunning(child)).toBe(false)
      await expect.poll(() => isRunning(child)).toBe(false)
      const next = await stage.reeve.serve(['--demo'])
      expect(await next.printed(/Key .*\n/)).toMatch(/rv_[0-9a-f]{64}/)
      next.signal('SIGTERM')
      const { status, stderr } = await next.ended
      expect(status).toBe(0)
      expect(stderr).toMatch(progressOnly)
    },
  )

  it('shows its key before committing it', async () => {
    const shown: string[] = []
    const databaseUrl = `sqlite:${join(stage.reeve.folder, 'reeve.db')}`
    const store = openWriteStore(databaseUrl)
    await migrate(store)
    const options = { email: 'demo@localhost.localdomain', name: 'Demo', keysMax: 1 }
    const created = createKeyForEmail(store, options, systemClock, ({ key }) => {
      shown.push(key)
      throw new Error('killed')
    })
    await expect(created).rejects.toThrow('killed')
    expect(shown).toEqual([expect.stringMatching(keyLine)])
    expect(await listKeys(store.db)).toEqual([])
    await store.close()
  })
})

describe('a server whose database is not ready', () => {
  it('says so on its port, from the first second to the one in which it serves', async () => {
    const databaseUrl = `sqlite:${join(stage.reeve.folder, 'data/reeve.db')}`
    await stage.reeve.create()
    withDatabase(databaseUrl, (db) => db.exec('delete from search_state'))
    // The search index has to be built again, which waits for the lock.
    const lock = await holdWriteLock(databaseUrl, 'record')
    const port = await freePort()
    const starting = stage.reeve.start(['serve'], { PORT: String(port) })
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      return { status: response?.status, json: await response?.json() }
    }
    const reason = 'the database is being prepared'
    await expect
      .poll(() => get('/readyz'))
      .toEqual({ status: 503, json: { status: 'unready', reason } })
    expect(await get('/api/v1/health')).toEqual({ status: 200, json: { status: 'ok' } })
    expect(await get('/lowmere')).toMatchObject({ status: 503 })
    await starting.said(/^reeve: the database is being prepared, 2 s so far; .*\n/)
    await lock.release()
    const ready = { status: 200, json: { status: 'ready' } }
    await expect.poll(() => get('/readyz')).toEqual(ready)
    starting.signal('SIGTERM')
    const { status, stderr } = await starting.ended
    expect(status).toBe(0)
    expect(stderr).toMatch(/^(reeve: the database is being prepared, 1?2 s so far; .*\n)+$/)
  })
})

describe('a second server of one database', () => {
  it('is rejected while the first one serves, and accepted afterwards', async () => {
    const serving = await stage.reeve.serve()
    const second = await stage.reeve.run(['serve'], { PORT: '0' })
    expectFailure(second, 'another Reeve process is already serving')
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0 })
    const third = await stage.reeve.serve()
    third.signal('SIGTERM')
    expect(await third.ended).toMatchObject({ status: 0 })
  })
})

it('reeve serve exits after a timeout, even if a client never finishes its request', async () => {
  expect((await lingered).status).toBe(0)
})
