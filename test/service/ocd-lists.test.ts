import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestLookup } from '../../src/access/queries.ts'
import { OrderedIdCache } from '../../src/http/ordered-id-cache.ts'
import { readOcdPage } from '../../src/resources/_shared/ocd.routes.ts'
import type { RecordState } from '../../src/resources/_shared/queries.ts'
import { listEventsByIds } from '../../src/resources/meetings/queries.ts'
import { openReadStore, type ReadStore } from '../../src/store/open.ts'
import { type Imports, importedTown } from '../support/imports/municipality.ts'
import { importRecords } from '../support/service/import-records.ts'
import { readOcdList } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { town, townRecords } from '../support/towns/town.ts'

const records = townRecords()
const meetings = records.filter(({ kind }) => kind === 'meeting')
const [firstMeeting] = meetings
// The newest record, so that all others move by one position.
const added = { ...firstMeeting, key: 'g-new', date: '2100-01-01', title: 'One more' }

describe('an OCD list', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  const pageOf = async (query: string) => (await service.ocd(`events?${query}`)).json

  it('includes an import of another process from the next request on, in rows and total', async () => {
    const before = await readOcdList(service, 'events', 10)
    expect(before).toHaveLength(meetings.length)
    await importRecords(service, [...records, added])
    const { results, pagination } = await pageOf('per_page=1')
    expect([results[0].name, pagination.total_items]).toEqual(['One more', before.length + 1])
    const ids = (await readOcdList(service, 'events', 10)).map(({ id }) => id)
    expect(ids.slice(1)).toEqual(before.map(({ id }) => id))
  })

  it('excludes removed records from the next request on', async () => {
    const total = (await pageOf('per_page=1')).pagination.total_items
    const rest = records.filter(({ key }) => key !== firstMeeting?.key)
    await importRecords(service, rest, { prune: true })
    expect((await pageOf('per_page=1')).pagination.total_items).toBe(total - 1)
    expect(await readOcdList(service, 'events', 7)).toHaveLength(total - 1)
  })

  it('is empty past its end, with the total of all pages', async () => {
    const total_items = meetings.length
    const last = { results: [], pagination: { page: 46, per_page: 1, max_page: 45, total_items } }
    expect(await pageOf('page=46&per_page=1')).toEqual(last)
    expect((await pageOf('page=45&per_page=1')).results).toHaveLength(1)
    const far = await pageOf(`page=${1_000_000}&per_page=100`)
    expect([far.results, far.pagination.total_items]).toEqual([[], total_items])
  })
})

describe('a page of a list', () => {
  let imports: Imports
  let store: ReadStore
  beforeEach(async () => {
    imports = await importedTown()
    store = openReadStore(imports.databaseUrl)
  })
  afterEach(async () => {
    await store.close()
    await imports.remove()
  })

  const state = async () =>
    (await requestLookup(store)({ slug: town.slug })).municipality as RecordState
  const read = async (at: RecordState, orderedIds: OrderedIdCache) => {
    const list = { name: 'meetings' as const, read: listEventsByIds }
    const range = { offset: 3, limit: 4 }
    const { rows, total } = await readOcdPage(at, { store, orderedIds }, list, range)
    return { total, titles: rows.map(({ date, title }) => `${date} ${title}`) }
  }

  it('is the same with cached ids, with ids that are not cached, and without a cache', async () => {
    const existing = new OrderedIdCache()
    const pages = [
      await read(await state(), existing),
      await read(await state(), existing),
      await read(await state(), new OrderedIdCache({ sliceLength: 5 })),
      await read(await state(), new OrderedIdCache({ bytesMax: 0 })),
    ]
    expect(pages[0]?.titles).toHaveLength(4)
    for (const page of pages) expect(page).toEqual(pages[0])
    expect(existing.bytes).toBe(8 * meetings.length)
  })

  it('shows the new state if an import is committed between the lookup of the municipality and the query', async () => {
    const existing = new OrderedIdCache()
    const before = await state()
    await read(before, existing)
    await imports.run([...records, added])
    const now = await read(await state(), new OrderedIdCache())
    expect(now.total).toBe(meetings.length + 1)
    expect(await read(before, existing)).toEqual(now)
    expect(await read(before, new OrderedIdCache())).toEqual(now)
    expect(await read(await state(), existing)).toEqual(now)
  })
})
