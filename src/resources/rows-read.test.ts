import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsRead } from '../../test/support/database/rows-read.ts'
import { type ApiResponse, type Service, startService } from '../../test/support/service/service.ts'
import {
  largeCouncil,
  largeCouncilRecords,
  listLength,
} from '../../test/support/towns/large-council.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService({
    source: sourceOf(largeCouncilRecords()),
    settings: { pageCache: 0 },
  })
})
afterAll(() => service.stop())

// Twenty-one rows, each with the records that it refers to.
const readMax = 250

type Choices = Record<string, (string | undefined)[]>

const { body, voter } = largeCouncil
const none = undefined
const ofBody = [none, body]
const since = [none, '1990-01-01', '2999-01-01']
const filters: Record<string, Choices> = {
  votes: {
    organization: ofBody,
    value: [none, 'For', 'Against'],
    result: [none, 'Carried', 'Defeated', 'Eaten'],
    contested: [none, 'true'],
    dissent: [none, 'true', 'false'],
    updated_since: since,
  },
  motions: {
    organization: ofBody,
    result: [none, 'Carried', 'Defeated', 'Eaten'],
    kind: [none, 'motion', 'procedural'],
    contested: [none, 'true'],
    has_votes: [none, 'true', 'false'],
    updated_since: since,
  },
  meetings: {
    type: [none, 'Regular', 'Special', 'Eaten'],
    status: [none, 'completed', 'cancelled'],
    has_minutes: [none, 'false'],
    has_transcript: [none, 'true'],
    has_recorded_votes: [none, 'false'],
    updated_since: since,
  },
  matters: {
    status: [none, 'Open', 'Closed', 'Eaten'],
    category: [none, 'Zoning', 'Finance', 'Eaten'],
    updated_since: since,
  },
  bylaws: {
    status: [none, 'Open', 'Closed', 'Eaten'],
    category: [none, 'Zoning', 'Finance', 'Eaten'],
    year: [none, '1990', '2020', '1492'],
    updated_since: since,
  },
  declarations: { organization: ofBody, person: [none, voter], updated_since: since },
  attendance: {
    organization: ofBody,
    person: [none, voter],
    present: [none, 'true', 'false'],
    updated_since: since,
  },
  'closed-sessions': { organization: ofBody, updated_since: since },
  notices: {
    organization: ofBody,
    kind: [none, 'public_meeting', 'public_hearing'],
    updated_since: since,
  },
  'mayoral-decisions': {
    kind: [none, 'direction', 'budget'],
    bylaw: [none, 'by-law-0'],
    updated_since: since,
  },
}
/** What all records have but the oldest. */
const frequent = [
  'by-law-0',
  'direction',
  'For',
  'Carried',
  'motion',
  'Regular',
  'completed',
  'Closed',
  'Finance',
  '2020',
  'public_meeting',
  body,
  voter,
]

/** Lists whose rows have no time of their own, but that of the record that they lead to. */
const ofRecord = ['votes', 'attendance', 'declarations', 'closed-sessions', 'notices']

/**
 * A rare value is found at the end of the index of the list; a rare outcome, in the motions that it leads to;
 * who was absent, in meetings and their lines; what has not changed, in the records of its list. What has no
 * year is counted beside a list of one, in its index.
 */
function boundOf(query: Record<string, string>, list: string): number {
  const isFrequent =
    query.year === undefined && Object.values(query).every((value) => frequent.includes(value))
  const changed = ofRecord.includes(list) ? query.updated_since : undefined
  const isOfTwo = [query.outcome, query.show, query.present, changed].some(
    (value) => value !== undefined,
  )
  const passes = isOfTwo ? 2 : 1
  return isFrequent ? readMax : passes * listLength + readMax
}

const dates = { date_from: '2020-01-01', date_to: '2021-12-31' }

function queriesOf(choices: Choices): Record<string, string>[] {
  return Object.entries(choices).reduce<Record<string, string>[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) =>
        values.map((value) => (value === undefined ? query : { ...query, [name]: value })),
      ),
    [{}],
  )
}

/** The most rows that a statement of a request reads. */
async function mostRead(request: () => Promise<ApiResponse>): Promise<number> {
  const before = service.executed.length
  const { status, body: text } = await request()
  expect(status, text).toBe(200)
  const counts = await Promise.all(
    service.executed
      .slice(before)
      .filter((statement) => !/ as "keys"/.test(statement.text))
      .map((statement) => rowsRead(service, statement)),
  )
  expect(counts.length).toBeGreaterThan(0)
  return Math.max(...counts)
}

/** The most rows that a statement of the first page reads, or of the second. */
async function mostReadByList(path: string): Promise<number> {
  let next: string | null = null
  const first = await mostRead(async () => {
    const response = await service.v1(path)
    next = response.json.pagination.next_cursor
    return response
  })
  if (next === null) return first
  return Math.max(first, await mostRead(() => service.v1(`${path}&cursor=${next}`)))
}

describe('a page of a list', () => {
  it.each(Object.entries(filters))(
    'of %s reads few rows with frequent values, and its index at most once with any',
    async (list, one) => {
      const periods = list === 'bylaws' ? [{}] : [{}, dates]
      for (const query of queriesOf(one))
        for (const period of periods) {
          const path = `${list}?${new URLSearchParams({ ...query, ...period })}`
          expect(await mostReadByList(path), path).toBeLessThan(boundOf(query, list))
        }
    },
  )

  it('of a meeting, a matter or a motion reads few rows', async () => {
    const [vote] = (await service.v1('votes?value=Against')).json.data
    const { meeting_slug: meeting, matter_slug: matter, motion_slug: motion } = vote
    for (const path of [
      `votes?meeting=${meeting}&value=Against&organization=${body}`,
      `votes?matter=${matter}&person=${voter}`,
      `votes?motion=${motion}&dissent=true&organization=${body}`,
      `motions?meeting=${meeting}&voter=${voter}`,
      `motions?matter=${matter}&organization=${body}`,
      'motions?outcome=carried',
      `votes?outcome=carried,unclear&organization=${body}`,
      `votes?show=unanimous&organization=${body}`,
    ]) {
      expect((await service.v1(path)).json.data, path).not.toEqual([])
      expect(await mostReadByList(path), path).toBeLessThan(readMax)
    }
  })

  it.each([
    `votes?person=${voter}&result=Eaten`,
    `votes?person=${voter}&value=Against&contested=true`,
    `votes?person=${voter}&organization=${body}&dissent=true`,
    `motions?voter=${voter}&result=Eaten`,
    `motions?voter=${voter}&kind=procedural`,
    `votes?person=${voter}&outcome=unclear`,
    `motions?voter=${voter}&outcome=defeated`,
    'motions?outcome=defeated,unclear&kind=motion',
    `motions?organization=${body}&outcome=defeated`,
    'votes?outcome=defeated&date_from=2020-01-02',
    `votes?organization=${body}&outcome=defeated&value=For`,
    'votes?outcome=unclear&dissent=false',
    'votes?show=defeated',
    'votes?show=close',
    'votes?show=contested&value=Against',
    `votes?show=close&organization=${body}&dissent=true`,
    `votes?show=unanimous&person=${voter}&result=Eaten`,
  ])('of %s reads each of its rows once', async (path) => {
    const [list = '', query] = path.split('?')
    const bound = boundOf(Object.fromEntries(new URLSearchParams(query)), list)
    expect(await mostReadByList(path)).toBeLessThan(bound)
  })
})

it.each([...ofRecord, 'mayoral-decisions'])(
  'updated_since finds the entries of %s by the time that each shows',
  async (list) => {
    const read = async (query: Record<string, string>) => {
      const options = new URLSearchParams({ ...query, per_page: '5' })
      return (await service.v1(`${list}?${options}`)).json.data
    }
    const all = await read({})
    expect(all).toHaveLength(5)
    const { updated_at: time } = all[0]
    expect(await read({ updated_since: time })).toEqual(all)
    const millisecondLater = new Date(Date.parse(time) + 1).toISOString()
    expect(await read({ updated_since: millisecondLater })).toEqual([])
  },
)

// Fifty motions, each with its votes.
const pageReadMax = 1500

it.each([
  'votes',
  `votes?organization=${body}&contested=true&result=Eaten`,
  'votes?value=Against',
  'votes?view=grid&dissent=true',
  'votes?show=unanimous',
  'votes?show=close&date_from=2020-01-02',
  'votes?show=defeated&view=grid',
  `votes?person=${voter}&value=Against`,
  `motions?organization=${body}&result=Eaten&contested=true`,
  `bodies/${body}`,
])('the page %s reads few rows', async (path) => {
  expect(await mostRead(() => service.call(`/${town.slug}/${path}`))).toBeLessThan(pageReadMax)
})
