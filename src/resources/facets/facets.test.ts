import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readList, withQuery } from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const facets = async () => expectDetail(await service.v1('facets'))

/** Every facet as a filter of its list. */
function filtersOf(found: Json): { list: string; name: string; value: unknown; count: number }[] {
  return Object.entries(found as Record<string, Record<string, Json[]>>).flatMap(([list, fields]) =>
    Object.entries(fields).flatMap(([name, values]) =>
      values.map(({ value, count }) => ({ list, name, value, count })),
    ),
  )
}

describe('facets', () => {
  it('are the values that filters find, with their number', async () => {
    const found = await facets()
    expect(Object.keys(found)).toEqual(['meetings', 'motions', 'matters', 'bylaws'])
    const filters = filtersOf(found)
    expect(filters.length).toBeGreaterThan(30)
    for (const { list, name, value, count } of filters) {
      const matches = await readList(service, withQuery(list, { [name]: String(value) }))
      expect(matches, `${list} ${name} ${value}`).toHaveLength(count)
    }
    for (const [list, fields] of Object.entries(found as Record<string, Record<string, Json[]>>)) {
      const items = await readList(service, list)
      for (const [name, values] of Object.entries(fields)) {
        if (name === 'organization') continue
        // Results that only elections have are not offered.
        const isOffered = (item: Json) =>
          item.kind !== 'election' || values.some(({ value }) => value === item[name])
        const recorded = items.filter(
          (item) => item[name] != null && (name !== 'result' || isOffered(item)),
        ).length
        expect(
          values.reduce((sum, { count }) => sum + count, 0),
          name,
        ).toBe(recorded)
      }
    }
  })

  it('are most frequent first, and organizations have their names', async () => {
    const { meetings, bylaws } = await facets()
    expect(meetings.organization).toEqual([
      { value: 'town-council', name: 'Town Council', count: 23 },
      { value: 'parks-committee', name: 'Parks Committee', count: 11 },
    ])
    const counts = bylaws.year.map(({ count }: Json) => count)
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one))
    expect(bylaws.year[0]).toEqual({ value: 2011, count: 3 })
  })

  it('count spellings that differ in case together, and at most 200 values', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      kind: 'matter',
      key: `x-many-${index}`,
      title: 'Many',
      status: index % 2 === 0 ? 'OPEN' : 'open',
      category: `Category ${String(index).padStart(3, '0')}`,
    }))
    await importRecords(service, many)
    const { matters } = await facets()
    expect(matters.status[0]).toMatchObject({ value: 'OPEN' })
    expect(matters.category).toHaveLength(200)
    expect(matters.category[0].value).toBe('Planning')
    expect(matters.category.at(-1).value).toBe('Category 197')
  })
})
