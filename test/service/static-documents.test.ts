import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preferredEncoding } from '../../src/http/responses.ts'
import { sendRequest } from '../support/http/raw.ts'
import { type Service, startService } from '../support/service/service.ts'

const requestCount = 40
const cpuMsMax = 20

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const reference = ['', '/json', '/yaml'].map((path) => `/api/v1/docs${path}`)
const guides = ['/docs', '/docs/errors', '/docs/data-model']
const revalidated = ['/api/v1/openapi.json', ...reference, ...guides]

/** The files that a page loads; their URLs contain a digest. */
async function filesOf(path: string): Promise<string[]> {
  const { body } = await service.call(path)
  const urls = [...body.matchAll(/(?:href|src)="([^"]+[.](?:css|js|svg))"/g)]
  return urls.map(([, url = '']) => url)
}

async function listDocuments(): Promise<string[]> {
  return [...revalidated, ...(await filesOf('/api/v1/docs')), ...(await filesOf('/about'))]
}

describe('a static document', () => {
  it('has an ETag that returns 304, in every encoding', async () => {
    const documents = await listDocuments()
    expect(documents.length).toBeGreaterThan(12)
    for (const path of documents) {
      const whole = await service.call(path)
      const tag = whole.headers.get('etag') ?? ''
      expect(tag, path).toMatch(/^W\/"[\w-]{27}"$/)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const again = await service.call(path, { headers })
        expect(again.body, path).toBe(whole.body)
        expect(again.headers.get('vary'), path).toMatch(/accept-encoding/)
        expect(again.headers.get('content-encoding') ?? 'identity', path).toBe(
          whole.body.length < 1024 ? 'identity' : encoding,
        )
        const existing = await service.call(path, { headers: { ...headers, 'if-none-match': tag } })
        expect([existing.status, existing.body], path).toEqual([304, ''])
        expect(existing.headers.get('etag'), path).toBe(tag)
      }
    }
  })

  it('responds to HEAD with the headers of GET', async () => {
    for (const path of await listDocuments()) {
      const headers = { 'accept-encoding': 'gzip' }
      const [get, head] = [
        await sendRequest(service, path, { headers }),
        await sendRequest(service, path, { headers, method: 'HEAD' }),
      ]
      expect(head.body, path).toBe('')
      for (const name of ['content-length', 'content-type', 'content-encoding', 'etag'])
        expect(head.headers[name], `${path} ${name}`).toBe(get.headers[name])
    }
  })

  it('can be cached for a year if its URL contains a digest, and is revalidated otherwise', async () => {
    for (const path of [...(await filesOf('/api/v1/docs')), ...(await filesOf('/about'))]) {
      if (path === '/favicon.ico') continue
      expect(path).toMatch(/[/][0-9a-f]{12}[/]/)
      const { headers } = await service.call(path)
      expect(headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable')
    }
    for (const path of revalidated) {
      const { headers } = await service.call(path)
      expect(headers.get('cache-control'), path).toMatch(/^(no-cache|public, max-age=60)$/)
    }
  })

  it(`takes less than ${cpuMsMax} ms of CPU time per request, after the first one`, async () => {
    for (const path of await listDocuments()) {
      const headers = { 'accept-encoding': 'br' }
      await service.call(path, { headers })
      const before = process.cpuUsage()
      // HEAD, so that decompression by this client is not measured.
      for (let i = 0; i < requestCount; i += 1)
        await sendRequest(service, path, { headers, method: 'HEAD' })
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000 / requestCount, path).toBeLessThan(cpuMsMax)
    }
  })
})

describe('the encoding of a response', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    // The behaviour of @fastify/compress for other responses.
    ['*', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip;q=0, *', 'identity'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['identity, br', 'br'],
    ['BR ; q=1', 'br'],
    ['br;q=x', 'identity'],
    ['zstd', 'identity'],
  ])('for Accept-Encoding %s is %s', (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding)
  })
})
