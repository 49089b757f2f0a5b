import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest } from '../../../test/support/fresh-store.ts'
import { expectSearchByIndex, filterChoices, statementsOf } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

describe('search', () => {
  it('finds with two statements at most, by the full-text index and row ids alone', async () => {
    // A page of what is ranked, one of what is not, and one with both.
    for (const page of ['2', '700', '667'])
      for (const filters of filterChoices({ type: 'motions,matters' })) {
        const call = () => service.v1(`search?q=ditch&page=${page}&per_page=3&${filters}`)
        const statements = await statementsOf(service, call)
        // SQLite asks first how many texts have the words, where what is ranked is shown.
        const isCounted = engineUnderTest() === 'sqlite' && page !== '700'
        expect(statements, filters).toHaveLength(isCounted ? 2 : 1)
        for (const statement of statements) await expectSearchByIndex(service, statement)
      }
  })

  it('asks the database nothing where there is no word to look for', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
