import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPage } from '../../src/resources/_shared/ocd/queries.ts'
import { listEventsByIds } from '../../src/resources/meetings/queries.ts'
import { openReadStore } from '../../src/store/open.ts'
import { importedTown } from '../support/imports/municipality.ts'
import { importRecords } from '../support/service/import-records.ts'
import { readOcdList } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { townRecords } from '../support/towns/town.ts'

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

it('a page of a list has rows and total of one state, also if an import is committed between them', async () => {
  const imports = await importedTown()
  const store = openReadStore(imports.databaseUrl)
  const { id } = await store.db.selectFrom('municipalities').select('id').executeTakeFirstOrThrow()
  const pageDuring = (importing: () => Promise<unknown>) =>
    store.read((db) =>
      readPage(
        db,
        id,
        {
          list: 'meetings',
          read: async (own, ids) => {
            await importing()
            return listEventsByIds(own, ids)
          },
        },
        { offset: 0, limit: 1, updatedSince: undefined },
      ),
    )
  try {
    const before = await pageDuring(() => imports.run([...records, added]))
    expect(before.total).toBe(meetings.length)
    expect(before.rows[0]?.title).not.toBe('One more')
    const after = await pageDuring(async () => undefined)
    expect([after.total, after.rows[0]?.title]).toEqual([meetings.length + 1, 'One more'])
  } finally {
    await store.close()
    await imports.remove()
  }
})
