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
    const [people = '', ...more] = await statementsOf(service, call)
    await expectPeopleByIndex(service, people)
    const found = more.filter((text) => /from search_(index|vectors)/.test(text))
    expect(found.length, filters).toBeGreaterThan(0)
    for (const text of found) await expectSearchByIndex(service, text)
    // Which documents have which words, the records that they are part of, and their rows.
    expect(more.length, filters).toBeLessThanOrEqual(6)
  }
}

describe('search', () => {
  it('takes at most seven statements, by the full-text index, row ids and names only', async () => {
    for (const page of ['2', '667', '700']) await expectStatements(page)
  })

  it('does not read names if no word can be one', async () => {
    const statements = await statementsOf(service, () => service.v1('search?q="ditch 5"&page=2'))
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.join()).not.toContain('name_folded')
  })

  it('does not query the database if the query has no word', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
