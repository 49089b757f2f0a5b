import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectListByIndex, expectStatements } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('bylaws', () => {
  it('reads every choice of filters with one statement, by index and without sorting', async () => {
    await expectListByIndex(service, 'bylaws', {
      status: 'Adopted',
      category: 'Zoning',
      year: '2010',
    })
  })

  it('reads a detail with two statements, none of which scans a table', async () => {
    await expectStatements(service, () => service.v1('bylaws/by-law-900'), 2)
  })

  it('shows the matters that led to it, last seen first', async () => {
    const { matters } = (await service.v1('bylaws/by-law-900')).json.data
    expect(matters.map(({ slug }: { slug: string }) => slug)).toEqual([
      'rpt-2024-002',
      'rpt-2023-001',
      'rpt-2024-000',
    ])
  })
})
