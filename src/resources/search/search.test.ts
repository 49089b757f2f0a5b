import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest } from '../../../test/support/database/fresh-store.ts'
import {
  expectSearchByIndex,
  filterChoices,
  statementsOf,
} from '../../../test/support/database/plans.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

// On SQLite, the ranking depends on the number of matches, which is counted first.
const isCountedFirst = engineUnderTest() === 'sqlite'

/** Asserts the number of statements of a page of three results: page 2 is ranked, page 700 is not, page 667 is both. */
async function expectStatements(page: string, count: number): Promise<void> {
  for (const filters of filterChoices({ type: 'motions,matters' })) {
    const call = () => service.v1(`search?q=ditch&page=${page}&per_page=3&${filters}`)
    const statements = await statementsOf(service, call)
    expect(statements, filters).toHaveLength(count)
    for (const statement of statements) await expectSearchByIndex(service, statement)
  }
}

describe('search', () => {
  it('takes at most two statements, by the full-text index and row ids only', async () => {
    await expectStatements('2', isCountedFirst ? 2 : 1)
    await expectStatements('667', isCountedFirst ? 2 : 1)
    await expectStatements('700', 1)
  })

  it('does not query the database if the query has no word', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
