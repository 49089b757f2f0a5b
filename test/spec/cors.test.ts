import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../support/http/raw.ts'
import { addresses } from '../support/service/endpoints.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'

const origin = 'https://page.example'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  paths = await addresses(service, 'pemberley')
})
afterAll(() => service.stop())

const preflight = (path: string, headers: Record<string, string> = {}) =>
  service.call(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', ...headers },
  })

const listed = (response: ApiResponse, name: string) =>
  (response.headers.get(name) ?? '').split(/,\s*/)

describe('5.8: CORS', () => {
  it('5.8: allowed origins: all (*), on every response of the API', async () => {
    for (const path of paths.values()) {
      const response = await service.call(path, { key: service.key, headers: { origin } })
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*')
    }
  })

  it('5.8: allowed origins: all (*), with any Origin header or none', async () => {
    for (const headers of ['null', 'http://localhost:3000', 'file://', 'https://evil.example']) {
      const response = await service.ocd('events', { headers: { origin: headers } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('5.8: no credentials are allowed, because only the key counts', async () => {
    const response = await preflight('/api/v1/pemberley/meetings')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('5.8: allowed methods: GET, HEAD, OPTIONS', async () => {
    const methods = listed(
      await preflight('/api/v1/pemberley/meetings'),
      'access-control-allow-methods',
    )
    expect(methods.sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })

  it('5.8: allowed request headers: X-API-Key, Content-Type', async () => {
    const response = await preflight('/api/v1/pemberley/meetings', {
      'access-control-request-headers': 'x-api-key, x-other',
    })
    expect(listed(response, 'access-control-allow-headers').sort()).toEqual([
      'Content-Type',
      'X-API-Key',
    ])
  })

  it('5.8: exposed response headers: X-Request-Id, X-RateLimit-Limit, Retry-After, and no other', async () => {
    for (const path of paths.values()) {
      const response = await service.call(path, { key: service.key, headers: { origin } })
      expect(listed(response, 'access-control-expose-headers').sort(), path).toEqual([
        'Retry-After',
        'X-RateLimit-Limit',
        'X-Request-Id',
      ])
    }
  })

  it('5.8: preflight max age: 86400 seconds', async () => {
    const response = await preflight('/api/v1/pemberley/meetings')
    expect(response.headers.get('access-control-max-age')).toBe('86400')
  })

  it('5.8: a preflight needs no key and gets 204 without a body, on every path', async () => {
    for (const path of paths.values()) {
      const response = await preflight(path, { 'access-control-request-headers': 'x-api-key' })
      expect(response.status, path).toBe(204)
      expect(response.body).toBe('')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('5.8: OPTIONS without preflight headers gets the same response', async () => {
    const response = await service.call('/api/v1/pemberley/meetings', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toContain('GET')
  })

  it('CORS headers are on every API response, including errors', async () => {
    const limited = await startService({ rateLimit: 1 })
    try {
      await limited.v1('test')
      const responses: [number, ApiResponse][] = [
        [400, await service.v1('meetings?per_page=0')],
        [401, await service.v1('meetings', { key: null })],
        [401, await service.v1('meetings', { key: 'x' })],
        [404, await service.call('/api/v1/nowhere/meetings', { key: service.key })],
        [404, await service.call('/api/nothing')],
        [404, await service.call('/api/v1/pemberley/meetings', { method: 'DELETE' })],
        [404, await service.v1('meetings/nothing')],
        [404, await service.ocd('events/nothing')],
        [429, await limited.v1('test')],
      ]
      for (const [status, response] of responses) {
        expect(response.status).toBe(status)
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
      }
    } finally {
      await limited.stop()
    }
  })

  it('CORS headers are on a 304 and on a response of another encoding', async () => {
    const etag = (await service.ocd('events')).headers.get('etag') ?? ''
    const kept = await service.ocd('events', { headers: { 'if-none-match': etag } })
    expect(kept.status).toBe(304)
    expect(kept.headers.get('access-control-allow-origin')).toBe('*')
    const packed = await service.ocd('events', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('CORS headers are on the response to a URL that is too long', async () => {
    const path = `/api/ocd/pemberley/events?x=${'x'.repeat(9000)}`
    const { status, headers } = await sendRequest(service, path, { headers: { origin } })
    expect(status).toBe(400)
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})
