import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectListByIndex,
  expectOcdStatements,
  expectStatements,
} from '../../../test/support/plans.ts'
import { importRecords } from '../../../test/support/served.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('matters', () => {
  it('reads every choice of filters with one statement, by index and without sorting', async () => {
    await expectListByIndex(service, 'matters', {
      status: 'Open',
      category: 'Planning',
      date_from: '2024-01-01',
      date_to: '2024-12-31',
    })
  })

  it('reads a detail with six statements, none of which scans a table', async () => {
    await expectStatements(service, () => service.v1('matters/rpt-2024-000'), 6)
    await expectStatements(service, () => service.v1('matters/rpt-2023-019'), 6)
  })

  it('reads a list of bills with two statements, and a bill with six', async () => {
    await expectOcdStatements(service, 'bills', { list: 2, detail: 6 })
  })

  it('cuts a description at 200 characters, never inside one', async () => {
    const description = `${'x'.repeat(198)}🏛🏛🏛`
    await importRecords(service, [{ kind: 'matter', key: 'x-emoji', title: 'Halls', description }])
    const cut = (await service.v1('matters?per_page=100')).json.data.at(-1)
    expect(cut.description).toBe(`${'x'.repeat(198)}🏛…`)
    expect((await service.v1('matters/halls')).json.data.description).toBe(description)
  })
})
