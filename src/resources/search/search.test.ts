import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectPeopleByIndex,
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

/** Asserts the statements of a page of three results: page 2 is ranked, page 700 is not, page 667 is both. */
async function expectStatements(page: string): Promise<void> {
  for (const filters of filterChoices({ type: 'motions,matters', date_from: '2024-01-01' })) {
    const call = () => service.v1(`search?q=ditch&page=${page}&per_page=3&${filters}`)
    const [people = '', documents = '', ...more] = await statementsOf(service, call)
    await expectPeopleByIndex(service, people)
    await expectSearchByIndex(service, documents)
    // Only a first page without a result has suggestions.
    expect(more, filters).toEqual([])
  }
}

describe('search', () => {
  it('takes two statements, by the full-text index, row ids and names only', async () => {
    for (const page of ['2', '667', '700']) await expectStatements(page)
  })

  it('takes one statement if no word can be a name', async () => {
    const statements = await statementsOf(service, () => service.v1('search?q="ditch 5"&page=2'))
    expect(statements).toHaveLength(1)
  })

  it('does not query the database if the query has no word', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
