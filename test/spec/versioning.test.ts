import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, documentedPaths } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('9: versioning', () => {
  it('9: the v1 API has its version in the path, /api/v1/', async () => {
    expect(documentedPaths.filter((path) => path.startsWith('/api/v1/'))).toHaveLength(13)
    for (const version of ['/api', '/api/v0', '/api/v2', '/api/V1']) {
      const path = `${version}/pemberley/meetings`
      expectError(await service.call(path, { key: service.key }), 'NOT_FOUND')
    }
    // Without /api it is a page for people, whatever the key.
    const page = await service.call('/pemberley/meetings', { key: service.key })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('9: the OCD API is under /api/ocd/ without a version', async () => {
    expect(documentedPaths.filter((path) => path.startsWith('/api/ocd/'))).toHaveLength(13)
    expectError(await service.call('/api/ocd/v1/pemberley/events'), 'NOT_FOUND')
    expectError(await service.call('/api/v1/ocd/pemberley/events'), 'NOT_FOUND')
  })

  it('9: every endpoint belongs to one of the two APIs', () => {
    expect(documentedPaths.filter((path) => !/^\/api\/(v1|ocd)\//.test(path))).toEqual([])
  })

  it('9: no parameter or header selects a version', async () => {
    const { json } = await service.ocd('events')
    const response = await service.ocd('events?version=2', {
      headers: { 'api-version': '2', accept: 'application/vnd.reeve.v2+json' },
    })
    expect(response.json).toEqual(json)
    expect((await addresses(service, 'pemberley')).size).toBe(26)
  })
})
