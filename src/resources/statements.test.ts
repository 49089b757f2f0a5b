import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectListByIndex,
  expectOcdStatements,
  expectPagedByIds,
  expectStatements,
  planOf,
  statementsOf,
} from '../../test/support/database/plans.ts'
import { importRecords } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
  // PostgreSQL scans an empty table, and the town has no steps of matters and no veto, and few who voted on one motion.
  const step = { kind: 'action', key: 'a-0', matter_key: 'x-0', position: 0 } as const
  const votes = ['p-ng', 'p-roy', 'p-past'].map((key) => ({
    person_key: key,
    name: key,
    value: 'For',
  }))
  const motion = {
    kind: 'motion',
    key: 'v-three',
    organization_key: 'o-council',
    position: 0,
    votes,
  }
  const veto = { kind: 'mayoral_decision', key: 'md-veto', decision_kind: 'veto' } as const
  await importRecords(service, [
    { ...step, date: '2024-01-02', description: 'Referred' },
    { ...motion, date: '2024-01-02' },
    { ...veto, bylaw_key: 'b-2', subject: 'Veto' },
  ])
})
afterAll(() => service.stop())

const lists: { list: string; filters: Record<string, string> }[] = [
  { list: 'bylaws', filters: { status: 'Adopted', category: 'Zoning', year: '2010' } },
  {
    list: 'matters',
    filters: {
      status: 'Open',
      category: 'Planning',
      date_from: '2024-01-01',
      date_to: '2024-12-31',
    },
  },
  {
    list: 'meetings',
    filters: {
      type: 'Regular Council',
      date_from: '2024-01-01',
      date_to: '2024-12-31',
      has_transcript: 'true',
      organization: 'town-council',
    },
  },
  {
    list: 'motions',
    filters: {
      result: 'Carried',
      meeting: '2024-01-01-regular-council',
      mover: 'vera-ng',
      kind: 'motion',
      contested: 'true',
    },
  },
  {
    list: 'motions',
    filters: {
      voter: 'vera-ng',
      mover: 'vera-ng',
      meeting: '2024-01-01-regular-council',
      result: 'Carried',
      date_from: '2024-01-01',
    },
  },
  {
    list: 'motions',
    filters: {
      voter: 'vera-ng',
      organization: 'town-council',
      matter: 'rpt-2024-000',
      kind: 'motion',
      contested: 'true',
    },
  },
  {
    list: 'motions',
    filters: {
      organization: 'town-council',
      matter: 'rpt-2024-000',
      has_votes: 'true',
      result: 'Carried',
      date_from: '2024-01-01',
      date_to: '2024-12-31',
    },
  },
  {
    list: 'votes',
    filters: {
      person: 'vera-ng',
      organization: 'town-council',
      value: 'For',
      dissent: 'false',
      date_from: '2024-01-01',
      date_to: '2024-12-31',
    },
  },
  {
    list: 'votes',
    filters: {
      meeting: '2024-01-01-regular-council',
      person: 'vera-ng',
      result: 'Carried',
      contested: 'true',
      date_from: '2024-01-01',
    },
  },
  {
    list: 'votes',
    filters: {
      matter: 'rpt-2024-000',
      motion: 'motion-2024-0',
      meeting: '2024-01-01-regular-council',
      organization: 'town-council',
      value: 'For',
      date_to: '2024-12-31',
    },
  },
  { list: 'agreement', filters: {} },
  { list: 'agreement', filters: { organization: 'town-council', year_from: '2024' } },
  { list: 'people/vera-ng/agreement', filters: {} },
  {
    list: 'people/vera-ng/agreement',
    filters: { organization: 'town-council', year_from: '2024', year_to: '2024' },
  },
  { list: 'organizations', filters: {} },
  { list: 'declarations', filters: {} },
  { list: 'notices', filters: {} },
  { list: 'notices', filters: { organization: 'town-council', kind: 'public_meeting' } },
  { list: 'closed-sessions', filters: {} },
  { list: 'mayoral-decisions', filters: {} },
  { list: 'mayoral-decisions', filters: { kind: 'veto', bylaw: 'by-law-900' } },
  { list: 'closed-sessions', filters: { organization: 'town-council', date_to: '2024-12-31' } },
  { list: 'declarations', filters: { person: 'vera-ng', date_from: '2024-01-01' } },
  { list: 'declarations', filters: { organization: 'town-council', date_to: '2024-12-31' } },
  {
    list: 'meetings',
    filters: {
      status: 'completed',
      has_minutes: 'true',
      has_recorded_votes: 'true',
      organization: 'town-council',
      date_from: '2024-01-01',
    },
  },
  { list: 'bylaws', filters: { q: '900', year: '2010' } },
  {
    list: 'people',
    filters: { is_councillor: 'true', name: 'vera', organization: 'town-council' },
  },
  { list: 'people', filters: { is_councillor: 'false', name: '' } },
]

const details = [
  'bylaws/by-law-900',
  'documents/rpt-2024-000-c7a6725b',
  'matters/rpt-2024-000',
  'matters/rpt-2023-019',
  'meetings/2024-01-01-regular-council',
  'meetings/2099-06-01-public-hearing',
  'motions/motion-2024-0',
  'organizations/town-council',
  'organizations/friends-of-the-lake',
  'people/vera-ng',
  'people/old-member',
]

describe('a v1 response', () => {
  it.each(lists)(
    'of $list takes one statement, by index and without sorting, with $filters',
    async (one) => {
      await expectListByIndex(service, one.list, one.filters)
    },
  )

  it.each([
    [
      'meetings?organization=town-council&type=Public%20Hearing',
      'meetings_organization_id_date_id',
    ],
    ['meetings?organization=town-council&has_transcript=true', 'meetings_organization_id_date_id'],
    ['motions?mover=vera-ng&result=Carried', 'motions_mover_id_date_id'],
    ['motions?meeting=2024-01-01-regular-council&result=Carried', 'motions_meeting_id_date_id'],
  ])('of %s reads the rows of the named record by the index %s', async (path, index) => {
    const [text = ''] = await statementsOf(service, () => service.v1(path))
    expect((await planOf(service, text)).searches.join('\n'), text).toContain(` ${index} `)
  })

  it.each(['meetings', 'matters'])('of %s starts at the cursor, not at date_to', async (list) => {
    const first = `${list}?date_to=2098-12-31&per_page=1`
    const { pagination } = (await service.v1(first)).json
    const [text = ''] = await statementsOf(service, () =>
      service.v1(`${first}&cursor=${pagination.next_cursor}`),
    )
    expect(text).toMatch(/\) < \(/)
    expect(text).not.toContain('<=')
  })

  it('of any page size has one of two limits in its statement', async () => {
    const texts = new Set<string>()
    for (const perPage of [1, 7, 20, 21, 99, 100]) {
      const statements = await statementsOf(service, () =>
        service.v1(`motions?per_page=${perPage}`),
      )
      for (const text of statements) texts.add(/ limit \d+$/.exec(text)?.[0] ?? '')
    }
    expect([...texts]).toEqual([' limit 21', ' limit 101'])
  })

  it.each(details)('of %s takes one statement without a table scan', async (path) => {
    await expectStatements(service, () => service.v1(path), 1)
  })

  it('with facets, or of municipalities, takes one statement without a table scan', async () => {
    await expectStatements(service, () => service.v1('facets'), 1)
    const { per_page, ...first } = (await service.call('/api/v1/municipalities?per_page=1')).json
      .pagination
    expect([per_page, first.has_more]).toEqual([1, false])
    const statements = await statementsOf(service, () => service.call('/api/v1/municipalities'))
    expect(statements).toHaveLength(1)
    const { sorts, scans } = await planOf(service, statements[0] ?? '')
    expect([...sorts, ...scans.filter((scan) => !/ INDEX /.test(scan))]).toEqual([])
    expect(await statementsOf(service, () => service.call('/api/v1'))).toEqual([])
  })

  it.each(['', '&layout=toronto'])(
    'of all votes as CSV%s reads each motion once',
    async (layout) => {
      const call = () => service.v1(`votes?format=csv${layout}`)
      const [votes = '', motions = ''] = await statementsOf(service, call)
      expect(votes).not.toMatch(/"title"/)
      expect(motions).not.toMatch(/"votes"/)
      await expectStatements(service, call, 2)
    },
  )
})

describe('an OCD response', () => {
  it.each([
    { list: 'jurisdictions', count: 0 },
    { list: 'organizations', count: 3 },
    { list: 'people', count: 3 },
    { list: 'events', count: 3 },
    { list: 'bills', count: 3 },
    { list: 'votes', count: 3 },
  ])('of $list takes $count statements, and of a detail one', async ({ list, count }) => {
    await expectOcdStatements(service, list, count)
  })

  it.each(['organizations', 'people', 'events', 'bills', 'votes'])(
    'of %s reads ids from an index, and rows by id',
    async (list) => {
      const ownService = await startService()
      const [ids = '', rows = ''] = await statementsOf(ownService, () => ownService.ocd(list))
      await expectPagedByIds(ownService, ids, rows)
      await ownService.stop()
    },
  )
})

it('health, discovery and the key check take no statement of their own', async () => {
  expect(await statementsOf(service, () => service.call('/api/v1/health'))).toEqual([])
  expect(await statementsOf(service, () => service.ocd(''))).toEqual([])
  expect(await statementsOf(service, () => service.v1('test'))).toEqual([])
})
