import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { expectError, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { townRecords } from '../../../test/support/towns/town.ts'

let service: Service
const meeting = 'meetings/2024-01-21-committee-of-the-whole'
beforeAll(async () => {
  service = await startService()
  const records = townRecords()
  const renamed = changed(records, 'meeting', 'g-4', { title: 'Another' })
  await importRecords(service, renamed)
  await importRecords(service, without(renamed, 'i-4-1'))
  const voted = changed(records, 'motion', 'v-4', { result: 'Defeated' })
  await importRecords(service, changed(voted, 'matter', 'x-4', { status: 'Referred' }))
})
afterAll(() => service.stop())

describe('the history of a record', () => {
  it('is what the source changed, newest first, between two imports', async () => {
    const items = expectList(await service.v1(`${meeting}/history`))
    expect(items.map(({ field, old, new: now, about }) => [about.kind, field, old, now])).toEqual([
      ['agenda_item', 'agenda_item', null, 'Reports'],
      ['meeting', 'title', 'Another', 'Committee of the Whole'],
      ['agenda_item', 'agenda_item', 'Reports', null],
      ['meeting', 'title', 'Committee of the Whole', 'Another'],
    ])
    for (const { seen_at: seen, not_before: before } of items) expect(before < seen).toBe(true)
    expect(items.map(({ seen_at: seen }) => seen)).toEqual(
      items
        .map(({ seen_at: seen }) => seen)
        .toSorted()
        .toReversed(),
    )
    const last = items.at(-1)
    expect(last?.about).toEqual({
      kind: 'meeting',
      slug: '2024-01-21-committee-of-the-whole',
      title: 'Committee of the Whole',
    })
  })

  it('is that of a motion and of a matter', async () => {
    const [result] = expectList(await service.v1('motions/motion-2024-4/history'))
    expect(result).toMatchObject({ field: 'result', new: 'Defeated', long: null })
    const [status] = expectList(await service.v1('matters/rpt-2024-004/history'))
    expect(status).toMatchObject({ field: 'status', new: 'Referred' })
  })

  it('has pages, and is a table', async () => {
    const all = expectList(await service.v1(`${meeting}/history`))
    const first = await service.v1(`${meeting}/history?per_page=1`)
    const { next_cursor: cursor } = first.json.pagination
    const rest = expectList(await service.v1(`${meeting}/history?cursor=${cursor}`))
    expect([...expectList(first), ...rest]).toEqual(all)
    const csv = await service.v1(`${meeting}/history?format=csv`)
    expect(csv.headers.get('reeve-rows')).toBe(String(all.length))
  })

  it('is found by a former slug, with its number of rows', async () => {
    const { id } = (await service.v1(meeting)).json.data
    await service.writing.db
      .insertInto('former_slugs')
      .values({ municipality_id: 1, kind: 'meeting', slug: 'once-called', id })
      .execute()
    const former = expectList(await service.v1('meetings/once-called/history'))
    expect(former).toEqual(expectList(await service.v1(`${meeting}/history`)))
    const csv = await service.v1('meetings/once-called/history?format=csv')
    expect(csv.headers.get('reeve-rows')).toBe(String(former.length))
  })

  it('is empty if nothing changed, and an error without a record', async () => {
    expect(expectList(await service.v1('motions/motion-2024-2/history'))).toEqual([])
    expectError(await service.v1('motions/nothing/history'), 'MOTION_NOT_FOUND')
  })
})
