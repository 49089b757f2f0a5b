import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSearchByIndex, filterChoices, statementsOf } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

describe('search', () => {
  it('finds with one statement, by the full-text index and row ids alone', async () => {
    // A page of what is ranked, one of what is not, and one with both.
    for (const page of ['2', '300', '667'])
      for (const filters of filterChoices({ type: 'motions,matters', page, per_page: '3' })) {
        const call = () => service.v1(`search?q=ditch&${filters}`)
        const statements = await statementsOf(service, call)
        expect(statements, filters).toHaveLength(1)
        await expectSearchByIndex(service, statements[0] ?? '')
      }
  })

  it('asks the database nothing where there is no word to look for', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
