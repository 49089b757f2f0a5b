import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Metrics } from '../../src/operations/metrics.ts'
import { sendBytes } from '../support/http/raw.ts'
import { buildTestApp, testConfig } from '../support/service/app.ts'
import { type Service, startService } from '../support/service/service.ts'

const clientMax = 1000
const health = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

const lines: Record<string, unknown>[] = []
const workerMetrics = new Metrics('1')
let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = { own: workerMetrics, gather: async () => [await workerMetrics.snapshot()] }
  service = await startService({ logger, metrics })
})
afterAll(() => service.stop())

/** A client that never closes its side. */
function open(localAddress = '127.0.0.1', port = service.port): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  return socket.on('error', () => undefined).resume()
}

describe('connections of one client', () => {
  /** Opens connections; returns them, and how many are closed by then. */
  async function openMany(count: number, port?: number): Promise<[Socket[], () => number]> {
    let closed = 0
    const sockets = Array.from({ length: count }, () => open('127.0.0.1', port))
    for (const socket of sockets)
      socket.once('end', () => {
        closed += 1
      })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return [sockets, () => closed]
  }

  it(`are ${clientMax} at most; other clients are not affected, and a closed connection frees a slot`, async () => {
    const [sockets, closed] = await openMany(clientMax + 5)
    await expect.poll(closed).toBe(5)
    const warnings = lines.filter(({ msg }) => msg === 'a client has too many connections')
    expect(warnings).toEqual([expect.objectContaining({ count: 1, network: '127.0.0.0/24' })])
    const snapshot = await workerMetrics.snapshot()
    const rejected = snapshot.find(({ name }) => name === 'reeve_http_connections_refused_total')
    expect(rejected?.values).toMatchObject([{ value: 5 }])
    const other = open('127.0.0.2')
    other.write(health)
    const [bytes] = await once(other, 'data')
    expect(String(bytes)).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of [other, ...sockets]) socket.destroy()
    const status = () =>
      sendBytes(service, health).then(
        (response) => response.status,
        () => 0,
      )
    await expect.poll(status).toBe(200)
  })

  it('are not limited if the client is a trusted proxy', async () => {
    const { writing } = service
    const config = { ...testConfig('http://127.0.0.1'), trustProxy: ['127.0.0.0/8'] }
    const app = await buildTestApp({ config, store: writing, writing })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const [sockets, closed] = await openMany(clientMax + 5, port)
    const accepted = () =>
      new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
    await expect.poll(accepted).toBe(clientMax + 5)
    expect(closed()).toBe(0)
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
})

describe('a connection without a complete request', () => {
  it.concurrent.each([
    ['without data', '', ''],
    ['with half a request head', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'in time'],
  ])('is closed: %s', async (_title, sent, said) => {
    const socket = open()
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.write(sent)
    // The client closes neither side, so the server first closes its side and then resets the connection.
    await once(socket, 'end')
    const isGone = () => {
      socket.write('x')
      return socket.destroyed
    }
    await expect.poll(isGone, { interval: 200 }).toBe(true)
    const response = Buffer.concat(parts).toString()
    if (said === '') expect(response).toBe('')
    else expect(response).toContain(said)
  })
})

describe("a request that Node's HTTP parser rejects", () => {
  it('is logged with the request id of its response', async () => {
    const { status, headers } = await sendBytes(service, 'GARBAGE\r\n\r\n')
    expect(status).toBe(400)
    const line = lines.find(({ reqId }) => reqId === headers['x-request-id'])
    expect(line).toMatchObject({ msg: 'request', status: 400, method: 'none', route: 'none' })
    expect(line?.reason).toMatch(/^HPE_/)
  })
})

describe('the target of a request', () => {
  it.each(['*', '?x', 'api/v1/health', 'ftp://x/'])(
    'is rejected if it is not a path: %s',
    async (target) => {
      const response = await sendBytes(
        service,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      expect(response.status).toBe(400)
      expect(JSON.parse(response.body).error.code).toBe('VALIDATION_ERROR')
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('security headers', () => {
  const policy = "default-src 'none'; frame-ancestors 'none'"

  it('are also on JSON errors outside /api', async () => {
    const { status, headers } = await service.call('/absent')
    expect(status).toBe(404)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe(policy)
  })

  it('include Strict-Transport-Security if the base URL is https', async () => {
    const { writing } = service
    const hstsOf = async (baseUrl: string) => {
      const config = { ...testConfig('http://127.0.0.1'), baseUrl }
      const app = await buildTestApp({ config, store: writing, writing })
      const { headers } = await app.inject('/api/v1/health')
      await app.close()
      return headers['strict-transport-security']
    }
    expect(await hstsOf('https://api.example')).toBe('max-age=31536000')
    expect(await hstsOf('http://api.example')).toBeUndefined()
  })
})
