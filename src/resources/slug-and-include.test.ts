import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatements } from '../../test/support/database/plans.ts'
import { expectDetail, expectError, expectList } from '../../test/support/service/expect.ts'
import { importRecords } from '../../test/support/service/import-records.ts'
import { readList } from '../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../test/support/service/service.ts'

/** More agenda items and votes than a page of a list has. */
const many = Array.from({ length: 130 }, (_, position) => ({
  ...{ kind: 'agenda_item', key: `many-${position}`, meeting_key: 'many', position },
  title: `Item ${position}`,
}))
const meeting = { kind: 'meeting', key: 'many', title: 'Long', date: '2026-01-05' }

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
  await importRecords(service, [{ ...meeting, status: 'completed' }, ...many])
})
afterAll(() => service.stop())

const lists = ['meetings', 'people', 'matters', 'motions', 'bylaws', 'organizations']

describe('slug', () => {
  it.each(lists)('finds several of %s at once, in the order of the list', async (list) => {
    const all = await readList(service, list)
    const some = all.filter((_, at) => at % 2 === 0).slice(0, 50)
    expect(some.length).toBeGreaterThan(1)
    const slugs = some.map(({ slug }) => slug).toReversed()
    const found = await readList(service, `${list}?slug=${slugs.join(',').toUpperCase()}`, 3)
    expect(found).toEqual(some)
    const ndjson = await service.v1(`${list}?slug=${slugs.join(',')}&format=ndjson`)
    expect(ndjson.headers.get('reeve-rows')).toBe(String(some.length))
  })

  it('omits what does not exist, and what other filters exclude', async () => {
    const found = await readList(service, 'people?slug=no-such-person, vera-ng ,old-member')
    expect(found.map(({ slug }) => slug)).toEqual(['old-member', 'vera-ng'])
    const seated = await readList(service, 'people?slug=vera-ng,old-member&is_councillor=true')
    expect(seated.map(({ slug }) => slug)).toEqual(['vera-ng'])
  })

  it('takes at most 50', async () => {
    const slugs = (count: number) => Array.from({ length: count }, (_, at) => `x-${at}`).join()
    expect(expectList(await service.v1(`motions?slug=${slugs(50)}`))).toEqual([])
    const message = expectError(await service.v1(`motions?slug=${slugs(51)}`), 'VALIDATION_ERROR')
    expect(message).toContain('at most 50 slugs')
  })

  it.each(lists)('of %s is one statement without a table scan', async (list) => {
    const [one] = await readList(service, list)
    await expectStatements(service, () => service.v1(`${list}?slug=${one?.slug},other`), 1)
  })
})

const included: [list: string, names: string[]][] = [
  ['meetings', ['agenda_items', 'motions', 'attendance', 'documents']],
  ['people', ['memberships', 'voting_summary']],
  ['matters', ['agenda_items', 'motions', 'actions']],
  ['motions', ['votes', 'tally', 'text_content', 'bylaws', 'candidates']],
]

describe('include', () => {
  it.each(included)('gives %s what their details have, complete', async (list, names) => {
    const plain = await readList(service, list)
    const full = await readList(service, `${list}?include=${names.join(',')}`, 20)
    expect(full).toHaveLength(plain.length)
    for (const [at, item] of full.entries()) {
      const detail = expectDetail(await service.v1(`${list}/${item.slug}`))
      const fields = Object.fromEntries(names.map((name) => [name, detail[name]]))
      expect(item).toEqual({ ...plain[at], ...fields })
    }
  })

  it('never shortens a list', async () => {
    const [long] = await readList(service, 'meetings?slug=2026-01-05-long&include=agenda_items', 20)
    expect(long?.agenda_items).toHaveLength(many.length)
  })

  it.each(included)(
    'of %s takes at most 20 on a page, read a few at a time',
    async (list, [name]) => {
      const path = `${list}?include=${name}&per_page=`
      const message = expectError(await service.v1(`${path}21`), 'VALIDATION_ERROR')
      expect(message).toContain('per_page is at most 20')
      const listed = expectList(await service.v1(`${list}?per_page=20`))
      const batches = Math.ceil(listed.length / 4)
      expect(batches).toBeGreaterThan(1)
      await expectStatements(service, () => service.v1(`${path}20`), 1 + batches)
    },
  )

  it('gives only the fields of the request', async () => {
    const [motion] = expectList(await service.v1('motions?per_page=1&include=votes'))
    expect(motion?.votes).toBeInstanceOf(Array)
    expect(motion).not.toHaveProperty('candidates')
  })

  it.each(included)('of %s rejects other names, and says which there are', async (list, names) => {
    const message = expectError(
      await service.v1(`${list}?include=${names[0]},passwords`),
      'VALIDATION_ERROR',
    )
    expect(message).toBe(`include "passwords" is not one of ${names.join(', ')}.`)
  })

  it.each(['ndjson', 'csv'])('is not for %s', async (format) => {
    expectError(await service.v1(`motions?format=${format}&include=votes`), 'VALIDATION_ERROR')
  })
})
