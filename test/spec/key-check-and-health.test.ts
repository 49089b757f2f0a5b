import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/service/expect.ts'
import { expectFields } from '../support/service/expect-fields.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('2.8 and 2.9: key check and health', () => {
  it('2.8: the key check has no envelope: authenticated, apiKeyId, municipality, requestId', async () => {
    const response = await service.v1('test')
    expectFields(response.json, {
      authenticated: 'boolean',
      apiKeyId: 'string',
      municipality: 'string',
      requestId: 'string',
    })
    expect(response.json).toMatchObject({
      authenticated: true,
      municipality: 'pemberley',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it('2.8: apiKeyId is constant for a key, different for another key, and never the key itself', async () => {
    const other = await service.newKey()
    const first = (await service.v1('test')).json.apiKeyId
    expect((await service.v1('test')).json.apiKeyId).toBe(first)
    const second = (await service.v1('test', { key: other })).json.apiKeyId
    expect(second).not.toBe(first)
    expect([service.key, other].some((key) => key.includes(first) || key.includes(second))).toBe(
      false,
    )
  })

  it('2.9: health is an object with one string field status, ok when healthy', async () => {
    const response = await service.call('/api/v1/health')
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ status: 'ok' })
  })

  it('2.9: health runs no query', async () => {
    service.statements.length = 0
    await service.call('/api/v1/health')
    expect(service.statements).toEqual([])
  })

  it('2.9: health has no other path', async () => {
    expectError(await service.call('/api/v1/health/db'), 'NOT_FOUND')
    expectError(await service.call('/api/ocd/health/db'), 'NOT_FOUND')
  })
})
