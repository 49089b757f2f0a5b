import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
let limited: Service
beforeAll(async () => {
  service = await startService()
  limited = await startService({ rateLimit: 1 })
  await limited.v1('test')
  expectError(await limited.v1('test'), 'RATE_LIMIT_EXCEEDED')
})
afterAll(async () => {
  await service.stop()
  await limited.stop()
})

// Route (404) → key (401) → limit (429) → municipality (404) → parameters (400) → entity (404).

describe('the order of errors', () => {
  it('route before key: an unknown path is NOT_FOUND without a key and with an invalid one', async () => {
    expectError(await service.v1('nothing', { key: null }), 'NOT_FOUND')
    expectError(await service.v1('nothing', { key: 'wrong' }), 'NOT_FOUND')
    expectError(await service.v1('meetings', { key: null, method: 'POST' }), 'NOT_FOUND')
  })

  it('route before limit: an unknown path is NOT_FOUND over the limit', async () => {
    expectError(await limited.v1('nothing'), 'NOT_FOUND')
    expectError(await limited.v1('meetings', { method: 'DELETE' }), 'NOT_FOUND')
  })

  it('route before municipality: an unknown path is NOT_FOUND in an unknown municipality', async () => {
    const { key } = service
    expectError(await service.call('/api/v1/nowhere/nothing', { key }), 'NOT_FOUND')
    expectError(await service.call('/api/ocd/nowhere/nothing'), 'NOT_FOUND')
  })

  it('route before parameters: an unknown path is NOT_FOUND with invalid parameters', async () => {
    const strict = { headers: { prefer: 'handling=strict' } }
    expectError(await service.v1('nothing?per_page=0&per_page=0', strict), 'NOT_FOUND')
    expectError(await service.ocd('nothing?page=0', strict), 'NOT_FOUND')
  })

  it('key before limit: a request without a valid key is 401, however many there were before', async () => {
    expectError(await limited.v1('meetings', { key: null }), 'MISSING_API_KEY')
    expectError(await limited.v1('meetings', { key: 'wrong' }), 'INVALID_API_KEY')
  })

  it('key before municipality: an unknown municipality is 401 without a valid key', async () => {
    expectError(await service.call('/api/v1/nowhere/meetings'), 'MISSING_API_KEY')
    expectError(await service.call('/api/v1/nowhere/meetings', { key: 'x' }), 'INVALID_API_KEY')
  })

  it('key before parameters: invalid parameters are 401 without a valid key', async () => {
    expectError(await service.v1('meetings?per_page=0', { key: null }), 'MISSING_API_KEY')
    expectError(await service.v1('search?q=x&type=x', { key: 'x' }), 'INVALID_API_KEY')
  })

  it('key before entity: an unknown slug is 401 without a valid key', async () => {
    expectError(await service.v1('meetings/nothing', { key: null }), 'MISSING_API_KEY')
    expectError(await service.v1('meetings/nothing', { key: 'x' }), 'INVALID_API_KEY')
  })

  it('limit before municipality: an unknown municipality is 429 over the limit', async () => {
    const response = await limited.call('/api/v1/nowhere/meetings', { key: limited.key })
    expectError(response, 'RATE_LIMIT_EXCEEDED')
  })

  it('limit before parameters: invalid parameters are 429 over the limit', async () => {
    expectError(await limited.v1('meetings?per_page=0'), 'RATE_LIMIT_EXCEEDED')
    expectError(await limited.v1('search?q=x&type=x'), 'RATE_LIMIT_EXCEEDED')
  })

  it('limit before entity: an unknown slug is 429 over the limit', async () => {
    expectError(await limited.v1('meetings/nothing'), 'RATE_LIMIT_EXCEEDED')
  })

  it('municipality before parameters: an unknown municipality returns its 404 with invalid parameters', async () => {
    const { key } = service
    for (const query of ['per_page=0', 'per_page=1&per_page=1', 'date_from=x', 'cursor=x']) {
      const v1 = await service.call(`/api/v1/nowhere/meetings?${query}`, { key })
      expectError(v1, 'MUNICIPALITY_NOT_FOUND')
    }
    const search = await service.call('/api/v1/nowhere/search?type=x', { key })
    expectError(search, 'MUNICIPALITY_NOT_FOUND')
    expectError(await service.call('/api/ocd/nowhere/events?page=0'), 'MUNICIPALITY_NOT_FOUND')
    const strict = { headers: { prefer: 'handling=strict' } }
    expectError(await service.call('/api/ocd/nowhere?x=1', strict), 'MUNICIPALITY_NOT_FOUND')
  })

  it('municipality before entity: an unknown municipality returns its 404 with an unknown slug or id', async () => {
    const { key } = service
    const v1 = await service.call('/api/v1/nowhere/meetings/nothing', { key })
    expectError(v1, 'MUNICIPALITY_NOT_FOUND')
    expectError(await service.call('/api/ocd/nowhere/events/nothing'), 'MUNICIPALITY_NOT_FOUND')
  })

  it('parameters before entity: invalid parameters are 400 with an unknown slug or id', async () => {
    const strict = { headers: { prefer: 'handling=strict' } }
    expectError(await service.v1('meetings/nothing?x=1', strict), 'VALIDATION_ERROR')
    expectError(await service.ocd('events/nothing?x=1', strict), 'VALIDATION_ERROR')
  })

  it('a missing q is reported before an invalid type: VALIDATION_ERROR before INVALID_TYPE', async () => {
    expectError(await service.v1('search?type=x'), 'VALIDATION_ERROR')
    expectError(await service.v1('search?q=x&type=x&per_page=0'), 'VALIDATION_ERROR')
  })

  it('health and OCD have no key and no limit', async () => {
    for (let call = 0; call < 5; call += 1) {
      expect((await limited.call('/api/v1/health', { key: limited.key })).status).toBe(200)
      expect((await limited.ocd('events', { key: limited.key })).status).toBe(200)
    }
    expectError(await limited.v1('test'), 'RATE_LIMIT_EXCEEDED')
  })
})
