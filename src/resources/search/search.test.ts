import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filterChoices, planOf, statementsOf } from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('search', () => {
  it('finds with one statement, by the full-text index and row ids alone', async () => {
    for (const filters of filterChoices({ type: 'motions,matters', page: '2', per_page: '5' })) {
      const call = () => service.v1(`search?q=ditch&${filters}`)
      const statements = await statementsOf(service, call)
      expect(statements, filters).toHaveLength(1)
      const scans = (await planOf(service, statements[0] ?? '')).filter((step) =>
        /^SCAN/.test(step),
      )
      // The index itself, and the page that was found with it.
      expect(scans[0], filters).toMatch(/^SCAN i VIRTUAL TABLE INDEX \d+:M\d+$/)
      expect(scans.slice(1)).toEqual(['SCAN found'])
    }
  })

  it('asks the database nothing where there is no word to look for', async () => {
    expect(await statementsOf(service, () => service.v1('search?q=...'))).toEqual([])
  })
})
