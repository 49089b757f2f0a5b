import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectItems } from '../../../../test/support/imports/collect-items.ts'
import { live, serveLegistar } from '../../../../test/support/legistar/live.ts'
import type { Row } from '../../../../test/support/legistar/odata.ts'
import type { LegistarResponses } from '../../../../test/support/legistar/server.ts'
import { checkRecord } from '../../record-check.ts'

const folder = join(
  process.env.REEVE_TEST_RECORDS ?? '',
  'fixtures/legistar-webapi/seattle-2019-07-29',
)

/** What webapi.legistar.com returned for the City of Seattle, without bodies, offices, matters and roll calls. */
function seattleResponses(): LegistarResponses {
  const names = readdirSync(folder).sort()
  const read = (pattern: RegExp) =>
    names
      .filter((name) => pattern.test(name))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Row[])
  const items = read(/_items[.]json$/)
  const votes = read(/_votes[.]json$/)
  // Each person was recorded once per vote.
  const persons = new Map(read(/_person[.]json$/).map((row) => [row.PersonId, row]))
  const lists: Record<string, Row[]> = {
    Bodies: [],
    Persons: [...persons.values()],
    OfficeRecords: [],
    Matters: [],
    Events: read(/_events[.]json$/),
  }
  return {
    list: (name) => lists[name],
    part: (path) => {
      const [list, id, below] = path.split('/')
      const of = (rows: Row[], field: string) => rows.filter((row) => row[field] === Number(id))
      if (list === 'Events') return of(items, 'EventItemEventId')
      return below === 'Votes' ? of(votes, 'VoteEventItemId') : undefined
    },
  }
}

async function read() {
  const server = await serveLegistar(seattleResponses())
  return { server, ...(await collectItems(live, server.base)) }
}

describe('the responses of Seattle on 29 July 2019', () => {
  it('have valid meetings, items, decisions and people, each once', async () => {
    const { records, errors, opened, server, of } = await read()
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    const keys = records.map(({ record }) => `${record.kind} ${record.key}`)
    expect(new Set(keys).size).toBe(keys.length)
    const counts = ['organization', 'person', 'meeting', 'agenda_item', 'motion'] as const
    expect(counts.map((kind) => of(kind).length)).toEqual([3, 8, 3, 37, 4])
    expect(of('agenda_item').flatMap(({ documents }) => documents ?? [])).toHaveLength(51)
    expect(opened).toMatchObject({ name: 'legistar:town', url: server.base, isThirdParty: true })
  })

  it('have meetings in local time, with their documents', async () => {
    const { of } = await read()
    const startOf = ({ date, start_time: time }: { date: string; start_time?: string | null }) =>
      `${date} ${time}`
    const meetings = of('meeting').toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
    expect(meetings.map(startOf)).toEqual([
      '2019-07-29 09:30',
      '2019-07-29 14:00',
      '2019-07-29 18:00',
    ])
    expect(meetings[2]).toMatchObject({
      key: '4050',
      title: 'Human Services, Equitable Development, and Renter Rights Committee',
      organization_key: '237',
      status: 'completed',
      location: 'New Hope Missionary Baptist Church, 124 21st Ave, Seattle WA 98122',
      summary: 'Special Meeting',
      has_agenda: true,
      has_minutes: true,
      minutes_url: expect.stringMatching(/_Committee_Minutes\.pdf$/),
      source_url: expect.stringMatching(/^https:\/\/seattle\.legistar\.com\/MeetingDetail\.aspx/),
    })
    expect(meetings[1]).toMatchObject({ location: expect.stringContaining('City Hall 600') })
  })

  it('have items with their matter, and notes without formatting', async () => {
    const { of } = await read()
    expect(of('agenda_item').find(({ key }) => key === '65928')).toMatchObject({
      meeting_key: '4050',
      position: 8,
      item_number: '2.',
      title: 'Expanding Social Housing in the Central Area',
      type: 'Information Item (Inf)',
      matter_key: '8926',
      description: expect.stringMatching(
        /^Briefing and Discussion \(45 minutes\)\n\nPresenters: Rev\. Robert Jeffrey, .* Missionary Baptist Church$/,
      ),
    })
  })

  it('have votes with the names of the list of people', async () => {
    const { of } = await read()
    expect(of('motion').map(({ key, result }) => [key, result])).toEqual([
      ['65937', 'Carried'],
      ['65938', 'Carried'],
      ['65936', 'Carried'],
      ['65911', 'Carried'],
    ])
    const [, , , motion] = of('motion')
    expect(motion).toMatchObject({
      meeting_key: '4049',
      agenda_item_key: '65911',
      matter_key: '8862',
      organization_key: '138',
      position: 14,
      date: '2019-07-29',
      summary: 'passed',
    })
    expect(motion?.votes?.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Sally Bagshaw: For',
      'M. Lorena González: For',
      'Bruce Harrell: For',
      'Lisa Herbold: For',
      'Debora Juarez: For',
      "Mike O'Brien: For",
      'Abel Pacheco: For',
      'Kshama Sawant: For',
    ])
    const bagshaw = of('person').find(({ key }) => key === '183')
    expect(bagshaw).toMatchObject({
      given_name: 'Sally',
      family_name: 'Bagshaw',
      source_url: 'http://www.seattle.gov/council/bagshaw/',
      contact_details: [
        { type: 'email', value: 'sally.bagshaw@seattle.gov' },
        { type: 'url', value: 'http://www.seattle.gov/council/bagshaw/' },
        { type: 'address', value: 'Seattle City Hall, 600 Fourth Ave, 2nd fl, Seattle, WA 98104' },
        { type: 'voice', value: '206-684-8801' },
        { type: 'fax', value: '206-684-8587' },
      ],
    })
  })

  it('cause one warning about missing roll calls', async () => {
    const { warnings, server } = await read()
    expect(warnings).toEqual([
      {
        location: `${server.base}/EventItems/65879/RollCalls`,
        subject: 'RollCalls',
        reason: 'returned 404, as did 2 more; skipped',
      },
    ])
  })
})
