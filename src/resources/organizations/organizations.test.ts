import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectOcdStatements,
  planOf,
  slowSteps,
  statementsOf,
} from '../../../test/support/plans.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('organizations', () => {
  it('reads a list with two statements, and a detail with three', async () => {
    await expectOcdStatements(service, 'organizations', { list: 2, detail: 3 })
  })

  for (const list of ['organizations', 'people', 'events', 'bills', 'votes']) {
    it(`reads ${list} by index and without sorting`, async () => {
      const statements = await statementsOf(service, () => service.ocd(`${list}?page=2&per_page=1`))
      for (const text of statements) expect(slowSteps(await planOf(service, text))).toEqual([])
    })
  }
})
