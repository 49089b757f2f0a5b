import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldText } from '../../src/core/fold.ts'
import { v1Lists } from '../support/service/endpoints.ts'
import { readDetails, readList, readOcdList, readPages } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

type Key = string | number

/** Asserts that the items are sorted by key and that keys are unique. */
function expectOrder(keys: readonly (readonly Key[])[], directions: readonly (1 | -1)[]): void {
  expect(keys.length).toBeGreaterThan(1)
  for (const [index, key] of keys.slice(1).entries()) {
    expect(compare(keys[index] ?? [], key, directions), JSON.stringify(key)).toBeLessThan(0)
  }
}

function compare(a: readonly Key[], b: readonly Key[], directions: readonly (1 | -1)[]): number {
  for (const [index, direction] of directions.entries()) {
    const order = compareValues(a[index] ?? 0, b[index] ?? 0)
    if (order !== 0) return order * direction
  }
  return 0
}

function compareValues(a: Key, b: Key): number {
  return typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(`${b}`))
}

describe('every list has a total order', () => {
  it('meetings: date desc, id desc', async () => {
    const items = await readList(service, 'meetings')
    expectOrder(
      items.map(({ date, id }) => [date, id]),
      [-1, -1],
    )
    expect(items.filter(({ date }) => date === '2024-07-01')).toHaveLength(2)
  })

  it('people: name (folded) asc, id asc', async () => {
    const items = await readList(service, 'people')
    expectOrder(
      items.map(({ name, id }) => [foldText(name), id]),
      [1, 1],
    )
    expect(items.filter(({ name }) => name === 'Pat Twin')).toHaveLength(2)
  })

  it('matters: last_seen desc, those without a date last, id desc', async () => {
    const items = await readList(service, 'matters')
    expectOrder(
      items.map(({ last_seen: seen, id }) => [seen ?? '', id]),
      [-1, -1],
    )
    expect(items.slice(-2).map(({ last_seen: seen }) => seen)).toEqual([null, null])
  })

  it('motions: meeting date desc, those without a date last, id desc', async () => {
    const items = await readList(service, 'motions')
    expectOrder(
      items.map(({ meeting_date: date, id }) => [date ?? '', id]),
      [-1, -1],
    )
    expect(items.slice(-2).map(({ meeting_date: date }) => date)).toEqual([null, null])
  })

  it('bylaws: by their day desc, id desc, those without a day or year last', async () => {
    const items = await readList(service, 'bylaws')
    const details = await readDetails(service, 'bylaws')
    const days = new Map(
      details.map(({ id, year, passed_date: passed, enacted_date: enacted }) => [
        id,
        passed ?? enacted ?? (year === null ? '' : String(year)),
      ]),
    )
    expectOrder(
      items.map(({ id }) => [days.get(id) ?? '', id]),
      [-1, -1],
    )
    expect(items.filter(({ year }) => year === null)).toHaveLength(7)
    expect(items.at(-1)?.year).toBeNull()
  })

  for (const list of v1Lists) {
    it(`${list}: pages of any size make the same list, even with equal and unknown values`, async () => {
      const whole = await readList(service, list)
      for (const perPage of [1, 2, 3, 7, 50]) {
        const pages = await readPages(service, list, perPage)
        expect(pages.flat()).toEqual(whole)
        expect(pages).toHaveLength(Math.ceil(whole.length / perPage))
      }
    })
  }

  it('OCD lists have the order of v1; organizations are ordered by folded name', async () => {
    const names = (await readOcdList(service, 'organizations')).map(({ name }) => foldText(name))
    expect(names).toEqual([...names].sort())
    for (const list of ['organizations', 'people', 'events', 'bills', 'votes']) {
      const whole = await readOcdList(service, list)
      for (const perPage of [1, 7]) expect(await readOcdList(service, list, perPage)).toEqual(whole)
    }
  })
})
