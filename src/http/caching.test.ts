import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { systemClock } from '../core/clock.ts'
import { serveFromCache } from './caching.ts'
import type { Municipality } from './municipality.ts'
import { RequestQueue } from './request-queue.ts'
import { ResponseCache } from './response-cache.ts'

const bodyBytes = 16 * 2 ** 20
const municipality = { slug: 'pemberley', dataVersion: 1, timeZone: 'UTC' } as Municipality

const app = Fastify()
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

it('clients that do not read share one copy of a cached body, and have one response each', async () => {
  let responses = 0
  app.decorateRequest('municipality', null as unknown as Municipality)
  app.addHook('onRequest', async (request) => {
    request.municipality = municipality
    responses += 1
  })
  serveFromCache(app, {
    build: 'test',
    clock: systemClock,
    policy: 'page',
    cache: new ResponseCache(4 * bodyBytes),
    requestQueue: new RequestQueue(app, undefined),
  })
  app.get('/large', async () => 'x'.repeat(bodyBytes))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  expect((await app.inject('/large')).body).toHaveLength(bodyBytes)
  const before = process.memoryUsage().arrayBuffers
  const get = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'
  for (let client = 0; client < 20; client += 1) {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(get.repeat(10))
    sockets.push(socket)
  }
  await vi.waitFor(() => expect(responses).toBeGreaterThan(20))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * bodyBytes)
})
