import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readList, withQuery } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('string filters', () => {
  const filters = [
    ['meetings', 'type', 'Committee of the Whole'],
    ['meetings', 'organization', 'town-council'],
    ['matters', 'status', 'Open'],
    ['matters', 'category', 'Planning'],
    ['motions', 'result', 'Carried'],
    ['motions', 'meeting', '2024-01-01-regular-council'],
    ['motions', 'mover', 'stephanie-roy'],
    ['motions', 'kind', 'procedural'],
    ['motions', 'voter', 'vera-ng'],
    ['motions', 'organization', 'parks-committee'],
    ['motions', 'matter', 'rpt-2024-000'],
    ['meetings', 'status', 'cancelled'],
    ['people', 'organization', 'town-council'],
    ['bylaws', 'status', 'First Reading'],
    ['bylaws', 'category', 'Finance'],
    ['votes', 'person', 'vera-ng'],
    ['votes', 'motion', 'motion-2024-0'],
    ['votes', 'meeting', '2024-01-01-regular-council'],
    ['votes', 'organization', 'parks-committee'],
    ['votes', 'matter', 'rpt-2024-000'],
    ['votes', 'value', 'Against'],
    ['votes', 'result', 'Carried'],
  ] as const
  for (const [list, name, value] of filters) {
    it(`${name} of ${list} compares the whole value, ignoring case`, async () => {
      const count = async (given: string) =>
        (await readList(service, withQuery(list, { [name]: given }))).length
      const matches = await count(value)
      expect(matches).toBeGreaterThan(0)
      expect(matches).toBeLessThan((await readList(service, list)).length)
      expect(await count(value.toUpperCase())).toBe(matches)
      expect(await count(value.toLowerCase())).toBe(matches)
      const parts = [value.slice(1), value.slice(0, -1), ` ${value}`, `${value} `, `${value}%`]
      for (const other of [...parts, '%', '_', '', 'there is no such thing'])
        expect(await count(other), other).toBe(0)
    })
  }
})
