import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
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
  ] as const
  for (const [list, name, value] of filters) {
    it(`${name} of ${list} compares the whole value, ignoring case`, async () => {
      const count = async (given: string) =>
        (await splitList(service, list, { [name]: given })).matches.length
      const matchCount = await count(value)
      expect(matchCount).toBeGreaterThan(0)
      expect(await count(value.toUpperCase())).toBe(matchCount)
      expect(await count(value.toLowerCase())).toBe(matchCount)
      for (const part of [value.slice(1), value.slice(0, -1), ` ${value}`, `${value}%`, '%', '_']) {
        expect(await count(part), part).toBe(0)
      }
    })

    it(`${name} of ${list}: an unknown or empty value returns an empty list`, async () => {
      expect(
        (await splitList(service, list, { [name]: 'there is no such thing' })).matches,
      ).toEqual([])
      expect((await splitList(service, list, { [name]: '' })).matches).toEqual([])
    })
  }
})
