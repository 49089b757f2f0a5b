import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, keyLine, reeveForEachTest } from './support/process-suite.ts'
import { type Ended, newReeve, type Reeve } from './support/reeve-process.ts'

const stage = reeveForEachTest()

const health = (port: number) => fetch(`http://127.0.0.1:${port}/api/v1/health`)

/** A server that has read half of a request: the half came in one piece with a request that it has answered. */
async function inMidRequest(of: Reeve) {
  const serving = await of.serve()
  const socket = connect(serving.port, '127.0.0.1')
  const head = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n'
  socket.write(`${head}\r\n${head}`)
  await once(socket, 'data')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const answered = once(socket, 'close').then(() => Buffer.concat(parts).toString())
  return { serving, socket, answered }
}

// Its time of grace passes while the other tests run.
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
  it('listens on the port that it was given, answers, and ends with 0 when it is told to', async () => {
    const serving = await stage.reeve.serve(['--host', '127.0.0.1', '--port', '0'], { PORT: '1' })
    expect(await (await health(serving.port)).json()).toEqual({ status: 'ok' })
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(stage.reeve.folder, 'data'))).toEqual(['reeve.db', 'reeve.db-serving'])
  })

  it('ends with 0 on SIGINT, although clients hold connections on which they ask nothing', async () => {
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

  it('answers the request that it is in the middle of, takes no other, and then ends', async () => {
    const { serving, socket, answered } = await inMidRequest(stage.reeve)
    serving.signal('SIGTERM')
    await refusesConnections(serving.port)
    socket.write('X-Last: 1\r\n\r\n')
    const answer = await answered
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\{"status":"ok"\}$/)
    expect((await serving.ended).status).toBe(0)
  })

  it('ends at once when it is told a second time', async () => {
    const { serving, socket } = await inMidRequest(stage.reeve)
    socket.on('error', () => undefined)
    serving.signal('SIGTERM')
    await refusesConnections(serving.port)
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(1)
  })

  async function refusesConnections(port: number): Promise<void> {
    for (;;) {
      const attempt = connect(port, '127.0.0.1')
      const refused = await Promise.race([
        once(attempt, 'connect').then(() => false),
        once(attempt, 'error').then(() => true),
      ]).catch(() => true)
      attempt.destroy()
      if (refused) return
    }
  }

  it('imports the demo and shows a key once: not on the second start', async () => {
    const first = await stage.reeve.serve(['--demo'])
    const line = await first.printed(/curl .*\n/)
    const [, header, url = ''] = /-H '([^']+)' '([^']+)'/.exec(line) ?? []
    const made = header?.replace('X-API-Key: ', '') ?? ''
    expect(made).toMatch(keyLine)
    expect(await first.printed(/Key .*\n/)).toContain(`${made} `)
    const answer = await fetch(url.replace('localhost', '127.0.0.1'), {
      headers: { 'x-api-key': made },
    })
    expect(answer.status).toBe(200)
    first.signal('SIGTERM')
    await first.ended
    const before = [
      await stage.reeve.run(['keys', 'list']),
      await stage.reeve.run(['municipalities', 'list']),
    ]
    const second = await stage.reeve.serve(['--demo'])
    second.signal('SIGTERM')
    const { stdout } = await second.ended
    expect(stdout).not.toMatch(/rv_|curl/)
    expect(stdout).toContain('another: node dist/main.js keys create --email')
    const after = [
      await stage.reeve.run(['keys', 'list']),
      await stage.reeve.run(['municipalities', 'list']),
    ]
    expect(after).toEqual(before)
    expect(before.map(({ stdout }) => stdout.trim().split('\n').length)).toEqual([1, 1])
  })

  it('says that a port is taken, and leaves no journal behind', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await stage.reeve.run(['serve', '--port', String(port)])
    other.close()
    expectRefusal(ended, `cannot listen on 127.0.0.1:${port}: listen EADDRINUSE`)
    expect(readdirSync(join(stage.reeve.folder, 'data'))).toEqual(['reeve.db', 'reeve.db-serving'])
  })
})

describe('a second server of one database', () => {
  it('is refused while the first serves, and served once it has ended', async () => {
    const serving = await stage.reeve.serve()
    const second = await stage.reeve.run(['serve'], { PORT: '0' })
    expectRefusal(second, 'another reeve serves')
    serving.signal('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0 })
    const third = await stage.reeve.serve()
    third.signal('SIGTERM')
    expect(await third.ended).toMatchObject({ status: 0 })
  })
})

it('reeve serve ends, after a time of grace, although a client never finishes its request', async () => {
  expect((await lingered).status).toBe(0)
})
