import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectError, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

it('sub-organizations with the same name are in the order of their ids, not of the import', async () => {
  const { db } = service.writing
  const parent = await db
    .selectFrom('organizations')
    .selectAll()
    .where('slug', '=', 'town-council')
    .executeTakeFirstOrThrow()
  const { id, ...columns } = parent
  const ocdIds = ['c', 'a', 'b'].map((letter) => `ocd-organization/${letter}`)
  for (const ocdId of ocdIds) {
    const names = { ocd_id: ocdId, key: ocdId, slug: ocdId, name: 'Panel', name_folded: 'panel' }
    await db
      .insertInto('organizations')
      .values({ ...columns, ...names, parent_id: id })
      .execute()
  }
  const { children } = (await service.ocd(`organizations/${parent.ocd_id}`)).json
  const panels = children.filter(({ name }: { name: string }) => name === 'Panel')
  expect(panels.map((panel: { id: string }) => panel.id)).toEqual(ocdIds.toSorted())
})

describe('organizations in v1', () => {
  let own: Service
  beforeAll(async () => {
    own = await startService({ settings: { pageCache: 0 } })
  })
  afterAll(() => own.stop())

  it('are listed by name, folded, whatever the size of a page', async () => {
    const all = expectList(await own.v1('organizations'))
    expect(
      all.map(({ slug, classification, parent_slug }) => [slug, classification, parent_slug]),
    ).toEqual([
      ['friends-of-the-lake', null, null],
      ['library-board', 'board', null],
      ['parks-committee', 'committee', 'town-council'],
      ['town-council', 'council', null],
    ])
    const first = await own.v1('organizations?per_page=3')
    const cursor = first.json.pagination.next_cursor
    const rest = expectList(await own.v1(`organizations?per_page=3&cursor=${cursor}`))
    expect([...expectList(first), ...rest]).toEqual(all)
  })

  it('have the people with an open seat and the dates of their meetings', async () => {
    const council = expectDetail(await own.v1('organizations/town-council'))
    const meetings = expectList(await own.v1('meetings?organization=town-council&per_page=100'))
    expect(council).toMatchObject({
      is_active: true,
      meeting_count: meetings.length,
      first_meeting_date: meetings.at(-1)?.date,
      last_meeting_date: meetings[0]?.date,
    })
    const councillors = expectList(await own.v1('people?is_councillor=true'))
    expect(council.members.map((seat: Json) => seat.person_slug)).toEqual(
      councillors.map(({ slug }) => slug),
    )
    expect(council.members).toContainEqual({
      person_slug: 'vera-ng',
      person_name: 'Vera Ng',
      role: 'Mayor',
      label: null,
      start_date: '2022-11-01',
    })
  })

  it('have no members and no dates where the record has none, and are not said to be active', async () => {
    const friends = expectDetail(await own.v1('organizations/friends-of-the-lake'))
    expect(friends).toMatchObject({
      is_active: null,
      members: [],
      meeting_count: 0,
      first_meeting_date: null,
      last_meeting_date: null,
      source_url: null,
    })
  })

  it('are not active and have no members before their start date and after their end date', async () => {
    const dates = { past: ['2001-01-01', '2002-12-31'], future: ['2999-01-01', null] } as const
    for (const [name, [founding_date, dissolution_date]] of Object.entries(dates)) {
      await importRecords(own, [
        { kind: 'organization', key: name, name, founding_date, dissolution_date },
        { kind: 'membership', key: name, person_key: 'p-ng', organization_key: name },
      ])
      const panel = expectDetail(await own.v1(`organizations/${name}`))
      expect([panel.is_active, panel.members.length]).toEqual([false, 0])
    }
  })

  it('are listed by name whatever its case and accents', async () => {
    const records = ['Écoles', 'arts'].map((name) => ({ kind: 'organization', key: name, name }))
    await importRecords(own, records)
    const names = expectList(await own.v1('organizations')).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['arts', 'Écoles', 'Friends of the Lake'])
  })

  it('return ORGANIZATION_NOT_FOUND for an unknown slug', async () => {
    expectError(await own.v1('organizations/senate'), 'ORGANIZATION_NOT_FOUND')
  })
})
