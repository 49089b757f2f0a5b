import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { ReadStore } from '../store/open.ts'
import { queueRequests, RequestQueue } from './request-queue.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server with queued routes and one that is not; `onRequest` gets the path of each handled request. */
async function serve(
  onRequest: (path: string) => unknown,
  connections?: ReadStore['connections'],
): Promise<number> {
  app = Fastify({ trustProxy: true })
  const own: FastifyPluginAsync = async (instance) => {
    queueRequests(instance, new RequestQueue(app, connections))
    instance.get('/queued/*', async ({ url }) => {
      await onRequest(url)
    })
  }
  await app.register(own)
  app.get('/free', async ({ url }) => void onRequest(url))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const call = (path: string, address = '192.0.2.1') =>
  app.inject({ url: path, headers: { 'x-forwarded-for': address } })

it('each request is handled in an iteration of its own, and networks are in rotation', async () => {
  const paths: string[] = []
  const iterations = new Set<number>()
  let iteration = 0
  let isCounting = true
  await serve((path) => {
    paths.push(path)
    iterations.add(iteration)
  })
  const counting = (async () => {
    for (; isCounting; iteration += 1) await nextIteration()
  })()
  const one = ['/queued/a', '/queued/b', '/queued/c', '/queued/d'].map((path) => call(path))
  const other = ['/queued/x', '/queued/y'].map((path) => call(path, '203.0.113.9'))
  await Promise.all([...one, ...other])
  isCounting = false
  await counting
  expect(iterations.size).toBe(6)
  // The other network comes when the first is running and the second next.
  expect(paths.join(' ')).toBe('/queued/a /queued/b /queued/x /queued/c /queued/y /queued/d')
})

it('connections that arrive together are accepted before the next request is handled', async () => {
  const order: string[] = []
  const port = await serve((path) => order.push(path))
  const responses = Array.from({ length: 40 }, (_, i) => {
    const socket = connect(port, '127.0.0.1')
    const path = i < 39 ? `/queued/${i}` : '/free'
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return once(socket.resume(), 'close')
  })
  await Promise.all(responses)
  expect(order).toHaveLength(40)
  expect(order.indexOf('/free')).toBeLessThan(10)
})

it('a request whose client has left is not handled', async () => {
  const order: string[] = []
  const port = await serve((path) => order.push(path))
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /queued/left HTTP/1.1\r\nHost: x\r\n\r\n')
  const [{ socket: accepted }] = await once(app.server, 'request')
  accepted.destroy()
  await call('/queued/last')
  expect(order).toEqual(['/queued/last'])
})

it('requests that need a connection of the database leave some to other networks', async () => {
  const ends = new Map<string, () => void>()
  const hold = (path: string) => new Promise<void>((resolve) => ends.set(path, resolve))
  const port = await serve(hold, () => ({ busy: 0, idle: 8, waiting: 0, max: 8 }))
  const running = () => [...ends.keys()].map((path) => path.replace('/queued/', '')).join('')
  const one = ['a', 'b', 'c', 'd', 'e'].map((path) => call(`/queued/${path}`))
  await expect.poll(running).toBe('abcd')
  const left = connect(port, '127.0.0.1')
  left.write('GET /queued/y HTTP/1.1\r\nHost: x\r\n\r\n')
  const other = call('/queued/z', '203.0.113.9')
  await expect.poll(running).toMatch(/^abcd(yz|zy)$/)
  left.destroy()
  ends.get('/queued/z')?.()
  expect((await other).statusCode).toBe(200)
  expect(running()).not.toContain('e')
  ends.get('/queued/a')?.()
  await expect.poll(running).toContain('e')
  for (const end of ends.values()) end()
  await Promise.all(one)
})
