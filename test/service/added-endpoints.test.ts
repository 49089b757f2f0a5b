import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addedPaths, addresses } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
let paths: Map<string, string>
beforeAll(async () => {
  service = await startService()
  paths = await addresses(service, 'pemberley', addedPaths)
})
afterAll(() => service.stop())

describe('an endpoint that the contract does not have', () => {
  it.each(addedPaths)('%s needs a key and a municipality', async (template) => {
    const path = paths.get(template) ?? ''
    expectError(await service.call(path), 'MISSING_API_KEY')
    const elsewhere = path.replace('/pemberley/', '/nowhere/')
    expectError(await service.call(elsewhere, { key: service.key }), 'MUNICIPALITY_NOT_FOUND')
  })

  it.each(addedPaths)('%s returns 304 for its ETag', async (template) => {
    const path = paths.get(template) ?? ''
    const { status, headers } = await service.call(path, { key: service.key })
    expect(status).toBe(200)
    const condition = { 'if-none-match': headers.get('etag') ?? '' }
    const repeated = await service.call(path, { key: service.key, headers: condition })
    expect(repeated.status).toBe(304)
  })

  it.each(addedPaths)(
    '%s names an unknown parameter, and rejects it if asked to',
    async (template) => {
      const path = `${paths.get(template)}?colour=red`
      const { json } = await service.call(path, { key: service.key })
      expect(json.meta.ignored_parameters).toEqual(['colour'])
      const headers = { prefer: 'handling=strict' }
      expectError(await service.call(path, { key: service.key, headers }), 'VALIDATION_ERROR')
    },
  )
})
