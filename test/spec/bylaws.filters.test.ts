import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: bylaws', () => {
  for (const [name, value, count] of [
    ['status', 'Adopted', 10],
    ['status', 'First Reading', 10],
    ['category', 'Zoning', 15],
    ['year', 2010, 2],
  ] as const) {
    it(`4.2, ${name}: ${name}=${value}`, async () => {
      const { matches, others } = await splitList(service, 'bylaws', { [name]: value })
      expect(matches).toHaveLength(count)
      expect(matches.every((bylaw) => bylaw[name] === value)).toBe(true)
      expect(others.some((bylaw) => bylaw[name] === value)).toBe(false)
    })
  }

  it('4.2: status, category and year together', async () => {
    const { matches } = await splitList(service, 'bylaws', {
      status: 'Adopted',
      category: 'Zoning',
      year: 2016,
    })
    expect(matches.map(({ title }) => title)).toEqual([
      'Bylaw to amend the Zoning Bylaw, part 18',
      'Bylaw to amend the Zoning Bylaw, part 6',
    ])
  })
})
