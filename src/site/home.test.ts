import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../test/support/expect.ts'
import { type Service, startService } from '../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('/', () => {
  it('leads to the interactive reference, which answers', async () => {
    const home = await service.call('/')
    expect(home.status).toBe(302)
    expect(home.headers.get('location')).toBe('/api/v1/docs')
    const reference = await service.call('/api/v1/docs')
    expect(reference.status).toBe(200)
    expect(reference.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('answers a HEAD like a GET, and carries a request id', async () => {
    const home = await service.call('/', { method: 'HEAD' })
    expect(home.status).toBe(302)
    expect(home.headers.get('x-request-id')).not.toBeNull()
  })

  it('is the only path outside the API', async () => {
    expectError(await service.call('/index.html'), 'NOT_FOUND')
  })

  it('is no part of the API that is described', async () => {
    const document = (await service.call('/api/v1/openapi.json')).json
    expect(Object.keys(document.paths)).not.toContain('/')
  })
})
