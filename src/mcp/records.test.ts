import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { type Json, type Service, startService } from '../../test/support/service/service.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'

const [ann, bo] = ['Ann Amato', 'Bo Beach'].map((name, at) => ({ person_key: `p-${at}`, name }))
const motion = (key: string, changes: object) => ({
  ...{ kind: 'motion', key, identifier: key, organization_key: 'o', position: 1 },
  ...{ text: `THAT ${key} be done.`, result: 'Carried', meeting_key: 'g', ...changes },
})
const longTitle = 'A by-law to lower the weir at the mill in the spring of every year with a flood'
const item = (key: string, changes: object) => ({
  ...{ kind: 'agenda_item', key, meeting_key: 'g', position: 1, title: longTitle, ...changes },
})

const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  { kind: 'organization', key: 'p', name: 'Parks', classification: 'committee' },
  ...[ann, bo].map((one) => ({ kind: 'person', key: one?.person_key, name: one?.name })),
  { kind: 'matter', key: 'm', identifier: 'W-7', title: 'The weir' },
  pastMeeting('g', {
    ...{ organization_key: 'o', date: '2024-02-06' },
    attendance: [
      { ...ann, present: true },
      { ...bo, present: false, reason: 'Parental' },
    ],
  }),
  pastMeeting('h', {
    ...{ organization_key: 'p', date: '2024-03-05' },
    attendance: [{ ...bo, present: false }],
  }),
  pastMeeting('i', {
    ...{ organization_key: 'p', date: '2024-04-02', status: 'cancelled' },
    status_note: 'No quorum',
  }),
  pastMeeting('j', { organization_key: 'p', date: '2024-05-07', status: 'postponed' }),
  item('a', { matter_key: 'm' }),
  item('b', { matter_key: 'm', position: 2 }),
  item('c', { matter_key: 'm', position: 3, title: 'The weir' }),
  motion('pass', {
    ...{ matter_key: 'm', mover_name: 'Ann Amato', tally: { for: null, against: null } },
    votes: [{ ...ann, value: 'For' }],
  }),
  motion('voice', { votes: [] }),
  motion('ballot', {
    ...{ motion_kind: 'election', result: 'Ann Amato elected' },
    candidates: [
      { ...ann, votes: 6, elected: true },
      { name: 'Di Dorn', votes: 5, elected: false },
    ],
  }),
  motion('undated', { meeting_key: null, text: 'THAT the otters stay.' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const council = 'pemberley'
const call = (name: string, given: object) => callTool(service, name, given)
const callIn = async (name: string, given: object): Promise<Json> => {
  const { json, isError, text } = await call(name, { council, ...given })
  expect(isError, text).toBe(false)
  return json
}

describe('fetch', () => {
  it('says of a motion what the source does not have', async () => {
    const of = async (slug: string) =>
      (await call('fetch', { id: `${council}/motions/motion-${slug}` })).json.metadata
    expect(await of('pass')).toMatchObject({ recorded: 'some', not_recorded: 'seconder' })
    expect(await of('voice')).toMatchObject({
      ...{ recorded: 'none', not_recorded: 'votes of people, mover, seconder' },
    })
    expect(await of('voice')).not.toHaveProperty('ballot')
    expect(await of('ballot')).toMatchObject({
      ...{ recorded: 'none', ballot: 'only the totals of the candidates are recorded' },
    })
  })

  it('says who missed a meeting and why, and whether that is recorded', async () => {
    const { json: listed } = await call('list_meetings', { council })
    const of = async (date: string) => {
      const { id } = listed.meetings.find((meeting: Json) => meeting.date === date)
      return (await call('fetch', { id })).json.metadata
    }
    expect(await of('2024-02-06')).toMatchObject({
      attendance_recorded: { present: 1, absent: 1 },
      absent: [{ person_slug: 'bo-beach', person_name: 'Bo Beach', reason: 'Parental' }],
      present: [{ person_slug: 'ann-amato', person_name: 'Ann Amato' }],
    })
    expect((await of('2024-04-02')).attendance_recorded).toBe('none')
  })

  it('has a long title once', async () => {
    const { text, json } = await call('fetch', { id: `${council}/matters/w-7` })
    expect(text.match(/lower the weir at the mill/g)).toHaveLength(1)
    const items: Json[] = json.metadata.agenda_items
    const [first] = items.filter(({ title }) => title === longTitle)
    expect(items.filter((one) => one.same_title_as === first.slug)).toHaveLength(1)
    expect(items.map(({ title }) => title)).toContain('The weir')
  })
})

describe('list_meetings', () => {
  it('lists those of a status, with the reason', async () => {
    for (const [status, date, note] of [
      ['cancelled', '2024-04-02', 'No quorum'],
      ['postponed', '2024-05-07', undefined],
    ]) {
      const { of, meetings, url } = await callIn('list_meetings', { status })
      expect([of, meetings[0].date, meetings[0].status_note]).toEqual([1, date, note])
      expect(url).toContain(`status=${status}`)
    }
    const { years } = await callIn('coverage', {})
    expect(years[0].cancelled_or_postponed).toBe(2)
  })

  it('says which had recorded votes', async () => {
    const { meetings } = await callIn('list_meetings', {})
    const voted = meetings.filter((meeting: Json) => meeting.has_recorded_votes)
    expect(voted.map(({ date }: Json) => date)).toEqual(['2024-02-06'])
  })

  it('lists those that a person missed, as the page does', async () => {
    const given = { missed_by: 'Bo Beach' }
    const {
      of,
      meetings,
      url,
      of_meetings_with_recorded_attendance: all,
    } = await callIn('list_meetings', given)
    expect([of, all]).toEqual([2, 2])
    expect(meetings.map(({ reason }: Json) => reason)).toEqual([null, 'Parental'])
    for (const [prefix, line] of [
      ['', '<p>2 meetings</p><p>Only meetings whose attendance has Bo Beach as absent.'],
      ['/fr', 'Bo Beach'],
    ] as const) {
      const path = prefix + url.replace(service.url, '')
      const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
      expect(status).toBe(200)
      expect(body).toContain(line)
    }
    const inCouncil = await callIn('list_meetings', { ...given, body: 'Council' })
    expect(inCouncil.of).toBe(1)
    const { of: none, recorded } = await callIn('list_meetings', {
      ...{ missed_by: 'Ann Amato', body: 'Parks' },
    })
    expect([none, recorded]).toEqual([0, 'none'])
  })
})

describe('search', () => {
  it('says how many matches have no date', async () => {
    const given = { query: 'otters', from: '2024-01-01' }
    const { results, undated_matches_left_out: left } = await callIn('search', given)
    expect([results, left]).toEqual([[], 1])
    const all = await callIn('search', { query: 'otters' })
    expect(all.results).toHaveLength(1)
    expect(all).not.toHaveProperty('undated_matches_left_out')
  })

  it('has the day on which a matter was decided, and the last day on which it was seen', async () => {
    const { results } = await callIn('search', { query: 'weir', kinds: ['matters'] })
    expect(results[0]).toMatchObject({
      ...{ kind: 'matter', matter: 'w-7', last_seen: '2024-02-06' },
      decided: { body: 'Council', date: '2024-02-06' },
    })
    expect(results[0]).not.toHaveProperty('date')
  })
})

it('coverage counts the motions of each body, as the page of votes does', async () => {
  for (const given of [{}, { from: '2024-01-01', to: '2024-12-31' }]) {
    const { bodies, means } = await callIn('coverage', given)
    expect(bodies.find((body: Json) => body.slug === 'council')).toMatchObject({
      ...{ motions: 'from' in given ? 3 : 4, with_any_recorded_votes: 1 },
    })
    expect(means.bodies).toContain('/pemberley/votes?organization=')
  }
})

describe('a person who is not on record', () => {
  it.each([
    ['Di Dorn', /the name is in pemberley\/motions\/motion-ballot, as that of a candidate/],
    ['Bo Beech', /some that exist: bo-beach \(Bo Beach\)\.$/],
    ['Xavier Quux', /nor any with a similar name; search finds texts with the name\.$/],
  ])('%s is named as the record has the name', async (person, expected) => {
    const { isError, text } = await call('count_votes', { council, person })
    expect(isError).toBe(true)
    expect(text).toMatch(expected)
  })
})

it('list_councils counts all councils, in batches', async () => {
  const slugs = Array.from({ length: 1200 }, (_, at) => `town-${String(at).padStart(4, '0')}`)
  await service.writing.transaction(async (db) => {
    const { id: _, ...row } = await db
      .selectFrom('municipalities')
      .selectAll()
      .executeTakeFirstOrThrow()
    for (const slug of slugs)
      await db
        .insertInto('municipalities')
        .values({ ...row, slug, name: slug } as never)
        .execute()
  })
  const { json } = await call('list_councils', {})
  expect(json.of).toBe(1201)
  const { json: last } = await call('list_councils', { name: 'town-1199' })
  expect([last.of, last.councils[0].slug]).toEqual([1, 'town-1199'])
})
