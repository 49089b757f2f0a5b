import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../core/clock.ts'
import type { Municipality } from './admission.ts'
import { CachedBody, ResponseCache, serveFromCache } from './caching.ts'
import { RequestQueue } from './request-queue.ts'

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
  await expect.poll(() => responses).toBeGreaterThan(20)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * bodyBytes)
})

const inState = (slug: string, dataVersion: number) =>
  ({ slug, dataVersion, updatedAt: '2026-01-01T00:00:00.000Z' }) as Municipality

it('an import of one municipality purges its cached responses and no others', () => {
  const cache = new ResponseCache(1024 * 1024)
  for (const slug of ['ottawa', 'hull']) {
    cache.get(inState(slug, 1), slug)
    cache.set(slug, { body: '{"id":"x"}', link: undefined, slug, requestId: 'x' })
  }
  const bytes = cache.bytes
  expect(cache.get(inState('ottawa', 2), 'ottawa')).toBeUndefined()
  expect(cache.bytes).toBe(bytes / 2)
  expect(cache.get(inState('hull', 1), 'hull')).toBeDefined()
})

it('counts compressed bodies, and drops the least recently used responses to fit them', () => {
  const cache = new ResponseCache(8_000)
  const ottawa = inState('ottawa', 1)
  const body = `${Array.from({ length: 200 }, (_, i) => `culvert ${i} `).join('')}x`
  for (const etag of ['first', 'second']) {
    cache.get(ottawa, etag)
    cache.set(etag, { body, link: undefined, slug: 'ottawa', requestId: 'x' })
  }
  const plain = cache.bytes
  const cached = cache.get(ottawa, 'second')
  if (cached === undefined) throw new Error('not cached')
  const [head] = cache.partsOf('second', cached, 'gzip', 'x')
  expect(cache.bytes).toBe(plain + head.length)
  const small = new ResponseCache(plain)
  for (const etag of ['first', 'second'])
    small.set(etag, { body, link: undefined, slug: 'ottawa', requestId: 'x' })
  small.get(ottawa, 'first')
  const second = small.get(ottawa, 'second')
  if (second !== undefined) small.partsOf('second', second, 'br', 'x')
  expect(small.get(ottawa, 'first')).toBeUndefined()
  expect(small.bytes).toBeLessThanOrEqual(plain)
})

const read = {
  identity: (bytes: Buffer) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
const encodings = Object.keys(read) as (keyof typeof read)[]
const noise = Array.from({ length: 4000 }, randomUUID).join()
const bodies: [string, (id: string) => string][] = [
  [
    'a list',
    (id) =>
      `{"data":[${'{"title":"Règlement 市 😀"},'.repeat(300)}{}],"meta":{"request_id":"${id}"}}`,
  ],
  ['a short response', (id) => `{"meta":{"request_id":"${id}"}}`],
  ['nothing but the id', (id) => id],
  ['much that does not compress', (id) => `${noise}${id}}`],
  ['a response without one', () => `{"results":[${'"x",'.repeat(5000)}0]}`],
]

describe('a cached body', () => {
  for (const [what, bodyFor] of bodies) {
    it.each(encodings)(`has the request id of each request: ${what}, as %s`, (encoding) => {
      const body = new CachedBody(bodyFor('made-for-this-one'), 'made-for-this-one')
      for (let i = 0; i < 3; i += 1) {
        const id = randomUUID()
        const sent = Buffer.concat(body.parts(encoding, id).map((part) => Buffer.from(part)))
        expect(read[encoding](sent).toString()).toBe(bodyFor(id))
        expect(body.lengthFor(id)).toBe(Buffer.byteLength(bodyFor(id)))
      }
    })
  }

  it('counts its compressed forms in its size', () => {
    const body = new CachedBody(`${'a culvert '.repeat(1000)}id`, 'id')
    const plain = body.size
    for (const encoding of ['br', 'gzip'] as const) {
      const [head, tail] = body.parts(encoding, 'id')
      expect(head.length + tail.length).toBeLessThan(plain / 10)
    }
    expect(body.size).toBeGreaterThan(plain)
  })
})
