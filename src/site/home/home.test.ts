import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../../test/support/expect.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('/', () => {
  it('is a page that says what this is', async () => {
    const home = await service.call('/')
    expect(home.status).toBe(200)
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(home.headers.get('x-request-id')).not.toBeNull()
    expect(home.body).toContain('<h1>What councils decide, as data</h1>')
  })

  it('answers a HEAD like a GET', async () => {
    const home = await service.call('/', { method: 'HEAD' })
    expect(home.status).toBe(200)
    expect(home.body).toBe('')
  })

  it('is no part of the API that is described', async () => {
    const document = (await service.call('/api/v1/openapi.json')).json
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  })
})

describe('a path that nothing has', () => {
  it('gives a program the error of the contract', async () => {
    expectError(await service.call('/index.html'), 'NOT_FOUND')
  })

  it('gives a browser a page with the request id', async () => {
    const answer = await service.call('/index.html', { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.body).toContain(answer.headers.get('x-request-id'))
  })
})
