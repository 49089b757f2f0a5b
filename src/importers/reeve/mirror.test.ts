import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { lowmere, startLowmere } from '../../../test/support/sample/service.ts'
import { expectError } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { differences, startMirror, sync } from '../../../test/support/service/mirror.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { town, townRecords } from '../../../test/support/towns/town.ts'

// What the list of changes does not have, and what follows from it.
const notCarried = [
  'v1 bylaws/… data documents # slug',
  'v1 bylaws/… data steps # matter_slug',
  'v1 declarations data',
  'v1 matters/… data documents # slug',
  'v1 mayoral-decisions data',
  'v1 meetings/… data documents # slug',
  'ocd organizations/… memberships # id',
  'ocd people/… memberships # id',
  ...['bills', 'events', 'organizations', 'people', 'votes'].map(
    (list) => `ocd ${list}/… sources # url`,
  ),
]

const fieldOf = (difference: string) =>
  difference
    .replace(/^(\S+ [^/\s]+\/)\S+/, '$1…')
    .replace(/ page \d+/, '')
    .replace(/ \d+(?= |$)/g, ' #')

describe('a copy of a town', () => {
  let origin: Service
  let mirror: Service
  beforeAll(async () => {
    origin = await startLowmere()
    mirror = await startMirror(lowmere)
    await sync(mirror, lowmere.slug, { from: `${origin.url}/lowmere`, key: origin.key })
  })
  afterAll(async () => {
    await mirror?.stop()
    await origin?.stop()
  })

  it('serves the same in both APIs, apart from what the list of changes does not have', async () => {
    const found = await differences(origin, mirror)
    expect([...new Set([...found.keys()].map(fieldOf))].sort()).toEqual([...notCarried].sort())
  })
})

describe('a sync of a copy', () => {
  const records = townRecords()
  let origin: Service
  let mirror: Service
  const read = () =>
    sync(mirror, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })
  beforeAll(async () => {
    origin = await startService()
    mirror = await startMirror(town)
    await read()
  })
  afterAll(async () => {
    await mirror?.stop()
    await origin?.stop()
  })
  const detail = async (service: Service, path: string) => {
    const { data } = (await service.v1(path)).json
    return { ...data, url: null, updated_at: null }
  }

  it('reads nothing if nothing changed', async () => {
    const { kinds } = await read()
    for (const kind of Object.values(kinds))
      expect(kind).toEqual({ added: 0, changed: 0, same: 0, removed: 0 })
  })

  it('has a change with all that it changed', async () => {
    await importRecords(origin, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
    const { kinds } = await read()
    expect(kinds.motions).toEqual({ added: 0, changed: 1, same: 0, removed: 0 })
    for (const path of ['motions/motion-2024-4', 'matters/rpt-2024-004'])
      expect(await detail(mirror, path)).toEqual(await detail(origin, path))
  })

  it('has the items and files of a matter in the order of the agenda', async () => {
    const item = (key: string, position: number) => ({
      ...{ kind: 'agenda_item', key, meeting_key: 'g-wells', title: key, position },
      ...{ matter_key: 'r-wells', documents: [{ title: `File of ${key}` }] },
    })
    const wells = [
      { kind: 'matter', key: 'r-wells', title: 'Wells', identifier: 'WELLS-1' },
      pastMeeting('g-wells', { title: 'Wells Board', date: '2024-02-06' }),
      // The ids of items follow the order of the source.
      ...[item('second', 2), item('third', 3), item('first', 1)],
    ]
    await importRecords(origin, wells, { isPartial: true })
    await read()
    const wellsOf = async (service: Service) => detail(service, 'matters/wells-1')
    const { agenda_items: items, documents } = await wellsOf(mirror)
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['third', 'second', 'first'])
    expect(documents.map(({ title }: { title: string }) => title)).toEqual(
      ['first', 'second', 'third'].map((title) => `File of ${title}`),
    )
    expect(await wellsOf(mirror)).toEqual(await wellsOf(origin))
  })

  it('has the seats of a body in the order of their days', async () => {
    const seat = (start_date: string, end_date: string) => ({
      ...{ kind: 'membership', key: `s-${start_date}`, start_date, end_date },
      ...{ person_key: 'p-wells', organization_key: 'o-wells', role: 'Member' },
    })
    const wells = [
      { kind: 'organization', key: 'o-wells', name: 'Wells Board' },
      { kind: 'person', key: 'p-wells', name: 'Odo Wells' },
      ...[seat('2014-01-01', '2017-12-31'), seat('2018-01-01', '2021-12-31')],
    ]
    await importRecords(origin, wells, { isPartial: true })
    await read()
    const { results } = (await origin.ocd('organizations?per_page=100')).json
    const body = results.find(({ name }: { name: string }) => name === 'Wells Board')
    for (const service of [origin, mirror]) {
      const { json } = await service.ocd(`organizations/${body.id}`)
      const starts = json.memberships.map((one: { start_date: string }) => one.start_date)
      expect(starts).toEqual(['2014-01-01', '2018-01-01'])
    }
  })

  it('has no longer what was removed, and has it again with its id once it returns', async () => {
    const before = await detail(mirror, 'motions/motion-2024-4')
    await importRecords(origin, without(records, 'v-4'), { prune: true, isPartial: true })
    const { kinds } = await read()
    expect(kinds.motions).toMatchObject({ removed: 1 })
    expectError(await mirror.v1('motions/motion-2024-4'), 'MOTION_NOT_FOUND')
    await importRecords(origin, records)
    await read()
    expect(await detail(mirror, 'motions/motion-2024-4')).toEqual(
      await detail(origin, 'motions/motion-2024-4'),
    )
    expect((await detail(mirror, 'motions/motion-2024-4')).id).toBe(before.id)
  })

  it('reads everything if the origin was restored, and removes what that no longer has', async () => {
    const other = await startService()
    await importRecords(other, without(records, 'v-4'), { prune: true, isPartial: true })
    const from = `${other.url}/${town.slug}`
    await sync(mirror, town.slug, { from, key: other.key })
    expectError(await mirror.v1('motions/motion-2024-4'), 'MOTION_NOT_FOUND')
    const { kinds } = await sync(mirror, town.slug, { from, key: other.key })
    expect(kinds.motions).toEqual({ added: 0, changed: 0, same: 0, removed: 0 })
    await other.stop()
  })
})
