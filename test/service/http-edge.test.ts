import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuery } from '../../src/http/query.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

// Each case was once handled wrongly and found by a stress test.

describe('edge cases of HTTP', () => {
  let service: Service

  beforeAll(async () => {
    service = await startService()
  })

  afterAll(() => service.stop())

  it('parses a query of 100,000 equal names in linear time', () => {
    const { a } = parseQuery('a&'.repeat(100_000))
    expect(a).toHaveLength(100_000)
  })

  it('limits the number of errors in a response, so that it is not larger than the request', async () => {
    const query = Array.from({ length: 1500 }, (_, i) => `x${i}`).join('&')
    const response = await service.ocd(`people?${query}`, {
      headers: { prefer: 'handling=strict' },
    })
    expect(expectError(response, 'VALIDATION_ERROR')).toMatch(/; and 1490 more\.$/)
    expect(response.body.length).toBeLessThan(2000)
  })

  it('includes only parameters of the endpoint in Link', async () => {
    const response = await service.ocd(`people?per_page=2&junk=${'x'.repeat(6000)}&%61pikey=k`)
    expect(response.headers.get('link')).toBe(
      [
        '<https://api.example/api/ocd/pemberley/people?page=1&per_page=2>; rel="first"',
        '<https://api.example/api/ocd/pemberley/people?page=2&per_page=2>; rel="next"',
        '<https://api.example/api/ocd/pemberley/people?page=4&per_page=2>; rel="last"',
      ].join(', '),
    )
  })

  it('responds to an incomplete form without waiting for the rest', async () => {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    const type = 'application/x-www-form-urlencoded'
    socket.end(
      `POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\nemail=a`,
    )
    await once(socket, 'end')
    const response = Buffer.concat(parts).toString()
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(response).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i)
    expect(response).toContain('"code":"VALIDATION_ERROR"')
    expect(response.match(/^HTTP\/1\.1 \d/gm)).toHaveLength(1)
  })

  it('allows browsers to read the error for a URL that is too long', async () => {
    const response = await fetch(`${service.url}/api/ocd/pemberley/people?x=${'x'.repeat(9000)}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['QUERY', undefined],
    ['POST', 'no media type'],
    ['PUT', 'application/json'],
    ['PATCH', 'text/plain'],
  ])('returns 404 for a %s with the content type %s', async (method, type) => {
    const response = await fetch(`${service.url}/api/ocd/pemberley/people`, {
      method,
      ...(type === undefined ? {} : { headers: { 'content-type': type }, body: '{"broken": ' }),
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('connection')).toBe(type === undefined ? 'keep-alive' : 'close')
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  it.each(['v1/pemberley/people/', 'v1//people', 'ocd/pemberley/people/', 'ocd//people', 'ocd/'])(
    'returns 404 for /api/%s before it requires a key',
    async (path) => {
      const response = await service.call(`/api/${path}`)
      expect(expectError(response, 'NOT_FOUND')).toBe(`No endpoint GET /api/${path}.`)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    },
  )

  it('responds to HEAD with the headers of a compressed GET', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const [get, head] = [
      await service.ocd('events', { headers }),
      await service.ocd('events', { headers, method: 'HEAD' }),
    ]
    for (const name of ['content-encoding', 'vary', 'etag', 'content-type'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    expect(head.headers.get('content-encoding')).toBe('gzip')
  })

  it('gives discovery the same ETag for GET and HEAD, with and without the trailing slash', async () => {
    const paths = ['/api/ocd/pemberley', '/api/ocd/pemberley/']
    const responses = await Promise.all(
      paths.flatMap((path) => ['GET', 'HEAD'].map((method) => service.call(path, { method }))),
    )
    expect(new Set(responses.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })
})
