import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../support/http/raw.ts'
import { type Service, startService } from '../support/service/service.ts'
import { varies } from '../support/service/vary.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('br and gzip', () => {
  const path = '/api/ocd/pemberley/events?per_page=100'

  it('a long response is compressed if the client accepts br or gzip, and varies by Accept-Encoding', async () => {
    const plain = await service.call(path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.has('content-encoding')).toBe(false)
    for (const encoding of ['br', 'gzip']) {
      const packed = await service.call(path, { headers: { 'accept-encoding': encoding } })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.json).toEqual(plain.json)
      expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
      expect(varies(packed)).toContain('accept-encoding')
    }
    expect(varies(plain)).toContain('accept-encoding')
  })

  it('br is preferred if the client accepts both', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' }
    expect((await service.call(path, { headers })).headers.get('content-encoding')).toBe('br')
  })

  it('an unknown encoding returns the uncompressed response', async () => {
    for (const encoding of ['zstd-x', 'deflate', '']) {
      const response = await sendRequest(service, path, {
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers['content-encoding'], encoding).toBeUndefined()
      expect(JSON.parse(response.body).results).toHaveLength(45)
    }
  })

  it('compressed responses are much shorter', async () => {
    const length = async (encoding: string) =>
      (await sendRequest(service, path, { headers: { 'accept-encoding': encoding } })).body.length
    expect((await length('br')) * 4).toBeLessThan(await length('identity'))
  })
})
