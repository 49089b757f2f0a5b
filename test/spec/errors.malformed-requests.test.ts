import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorTable } from '../../src/http/errors.ts'
import { type RawResponse, sendBytes, sendRequest } from '../support/http/raw.ts'
import { type Service, startService } from '../support/service/service.ts'
import { uuid } from '../support/service/uuid.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Asserts the envelope and headers of an error that fetch could not receive. */
function expectRawError(
  { status, headers, body }: RawResponse,
  code: keyof typeof errorTable,
): void {
  expect(status, body).toBe(errorTable[code].status)
  const message = expect.any(String)
  expect(JSON.parse(body)).toEqual({ error: { code, message, status } })
  expect(headers['x-request-id']).toMatch(uuid)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['access-control-allow-origin']).toBe('*')
}

describe("errors of Node's HTTP parser have the envelope and X-Request-Id", () => {
  for (const [what, text] of [
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    ['a header without a name', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a method that HTTP does not know', 'FETCH /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a missing Host', 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'headers of more than 16 KiB',
      `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'two lengths',
      'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length beside chunks',
      'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ] as const) {
    it(`${what} is 400 VALIDATION_ERROR`, async () => {
      expectRawError(await sendBytes(service, text), 'VALIDATION_ERROR')
    })
  }

  it('an unknown Expect header is ignored', async () => {
    const headers = { expect: '200-ok' }
    const response = await sendRequest(service, '/api/v1/health', { headers })
    expect(response.status).toBe(200)
    expect(response.headers['x-request-id']).toMatch(uuid)
  })

  for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'QUERY', 'SEARCH', 'LINK']) {
    it(`${method} is 404 NOT_FOUND, with method and path in the message, and Allow`, async () => {
      const response = await sendRequest(service, '/api/v1/pemberley/meetings', { method })
      expectRawError(response, 'NOT_FOUND')
      expect(JSON.parse(response.body).error.message).toContain(
        `${method} /api/v1/pemberley/meetings`,
      )
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
    })
  }

  it('CONNECT is 404 NOT_FOUND', async () => {
    const text = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'
    expectRawError(await sendBytes(service, text), 'NOT_FOUND')
  })

  it('an absolute URL as the request target is read as its path', async () => {
    const text = 'GET http://x/api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const response = await sendBytes(service, text)
    expect([200, 404]).toContain(response.status)
    expect(response.headers['x-request-id']).toMatch(uuid)
  })
})
