import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectListByIndex,
  expectOcdStatements,
  expectStatements,
} from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('motions', () => {
  it('reads every choice of filters with one statement, by index and without sorting', async () => {
    await expectListByIndex(service, 'motions', {
      result: 'Carried',
      meeting: '2024-01-01-regular-council',
      mover: 'vera-ng',
    })
  })

  it('reads a detail with two statements, none of which scans a table', async () => {
    await expectStatements(service, () => service.v1('motions/motion-2024-0'), 2)
  })

  it('reads a list of votes with two statements, and a vote with two', async () => {
    await expectOcdStatements(service, 'votes', { list: 2, detail: 2 })
  })

  it('names the mover as the person is called now, not as the record wrote it', async () => {
    const { data } = (await service.v1('motions/motion-2024-0')).json
    expect(data).toMatchObject({ mover_name: 'Vera Ng', seconder_name: 'Stéphanie Roy' })
  })
})
