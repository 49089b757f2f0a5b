import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('system', () => {
  it('answers health, discovery and the key check without a statement of their own', async () => {
    expect(await statementsOf(service, () => service.call('/api/v1/health'))).toEqual([])
    expect(await statementsOf(service, () => service.ocd(''))).toEqual([])
    expect(await statementsOf(service, () => service.v1('test'))).toEqual([])
  })
})
