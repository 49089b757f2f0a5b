import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('motions', () => {
  it('has the current name of the mover, not the name in the record', async () => {
    const { data } = (await service.v1('motions/motion-2024-0')).json
    expect(data).toMatchObject({ mover_name: 'Vera Ng', seconder_name: 'Stéphanie Roy' })
  })
})
