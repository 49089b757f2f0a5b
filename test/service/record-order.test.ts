import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawl } from '../support/service/crawl.ts'
import { type Service, startService } from '../support/service/service.ts'
import { hrefsOf } from '../support/site/page-content.ts'
import { walk } from '../support/site/walk.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { sourceOf, town } from '../support/towns/town.ts'

type Fields = Record<string, unknown> & { kind: string; key: string }

const filesOf = (key: string) => [1, 2].map((n) => ({ title: `File ${n} of ${key}` }))
const sponsorsOf = (key: string) =>
  [1, 2].map((n) => ({ name: `Sponsor ${n} of ${key}`, primary: n === 1 }))
const ofWells = { matter_key: 'r-wells', bylaw_keys: ['b-wells'] }

const body = (key: string, classification: string) => ({
  ...{ kind: 'organization', key, name: `Body ${key}`, classification },
})
const seat = (key: string, person: string, changes = {}) => ({
  ...{ kind: 'membership', key, person_key: person, organization_key: 'o-council' },
  ...{ role: 'Member', start_date: '2018-01-01', end_date: '2021-12-31', ...changes },
})
const matter = (key: string) => ({
  ...{ kind: 'matter', key, title: `Matter ${key}`, identifier: key, bylaw_key: 'b-wells' },
  ...{ documents: filesOf(key), sponsorships: sponsorsOf(key) },
})
const item = (key: string, meeting: string, position: number) => ({
  ...{ kind: 'agenda_item', key, meeting_key: meeting, position, title: `Item ${key}`, ...ofWells },
  documents: filesOf(key),
})
const motion = (key: string, position: number) => ({
  ...{ kind: 'motion', key, position, date: '2024-03-01', organization_key: 'o-council' },
  ...{ text: `THAT ${key} be dug.`, result: 'Carried', ...ofWells },
  votes: [
    { person_key: 'p-1', name: 'Odo Reed', value: 'For' },
    { person_key: 'p-2', name: 'Odo Reed', value: 'Against' },
    { person_key: 'p-3', name: 'Una Moss', value: 'Recused', reason: 'Pecuniary interest' },
  ],
})
const step = (key: string, position: number, classification: string[]) => ({
  ...{ kind: 'action', key, matter_key: 'r-wells', motion_key: 'v-1', position, classification },
  ...{ date: '2024-03-01', description: `Step ${key}` },
})

// Several of each on one day, of one name, or at one position.
const records: Fields[] = [
  ...[body('o-council', 'council'), body('o-wells', 'committee')],
  ...['Odo Reed', 'Odo Reed', 'Una Moss'].map((name, n) => ({
    ...{ kind: 'person', key: `p-${n + 1}`, name },
  })),
  ...[seat('s-1', 'p-1', { start_date: '2014-01-01' }), seat('s-2', 'p-2'), seat('s-3', 'p-1')],
  ...[seat('s-4', 'p-2', { start_date: '2014-01-01' }), seat('s-5', 'p-3', { end_date: null })],
  {
    ...{ kind: 'bylaw', key: 'b-wells', title: 'Wells', bylaw_number: '2024-1' },
    ...{ documents: filesOf('b-wells'), sponsorships: sponsorsOf('b-wells') },
  },
  ...[matter('r-wells'), matter('r-pumps')],
  ...['o-council', 'o-wells'].map((organization_key, n) =>
    pastMeeting(`g-${n + 1}`, { title: `Meeting ${n + 1}`, date: '2024-02-06', organization_key }),
  ),
  ...[item('i-1', 'g-1', 0), item('i-2', 'g-2', 0), item('i-3', 'g-1', 1), item('i-4', 'g-2', 1)],
  ...[motion('v-1', 3), motion('v-2', 2), motion('v-3', 1)],
  ...[step('a-1', 0, ['passage']), step('a-2', 1, ['reading-1']), step('a-3', 2, ['reading-2'])],
]

const withIds = ['organization', 'person', 'bylaw', 'matter', 'meeting', 'motion']
const numbers = new Map(records.map(({ key }, n) => [key, n + 1]))

/** With the slugs of all, and the ids of those that have one in responses. */
function asServed(record: Fields): Fields {
  const { kind, key } = record
  if (withIds.includes(kind)) return { ...record, served_as: { id: numbers.get(key), slug: key } }
  return kind === 'agenda_item' ? { ...record, served_as: { slug: key } } : record
}

/** What another Reeve reads: responses do not have the positions of motions without a meeting. */
const asCopied = (record: Fields): Fields =>
  record.kind === 'motion' ? { ...asServed(record), position: 0 } : asServed(record)

const clock = { now: () => Date.UTC(2026, 5, 1, 16), monotonic: () => 0 }

const serve = (served: readonly Fields[]) =>
  startService({
    ...{ municipality: town, source: async () => sourceOf(served), clock },
    settings: { siteUrl: 'https://reeve.example' },
  })

const withoutOwn = (text: string) =>
  text.replace(/"(request_id|next_cursor)":"[^"]*"/g, '').replace(/cursor=[^"&]*/g, 'cursor=')

async function responsesOf(service: Service): Promise<Map<string, string>> {
  const { v1, ocd } = await crawl(service)
  const within = (href: string) => href.split('#')[0] ?? ''
  const pages = await walk(service, [`/${town.slug}`], (html) =>
    hrefsOf(html)
      .map(within)
      .filter((path) => path.startsWith(`/${town.slug}/`) && !path.includes('cursor=')),
  )
  return new Map(
    [...v1, ...ocd, ...pages].map(([path, { body: text }]) => [withoutOwn(path), withoutOwn(text)]),
  )
}

describe('records that were imported in another order', () => {
  let origin: Service
  let copy: Service
  beforeAll(async () => {
    origin = await serve(records.map(asServed))
    copy = await serve(records.toReversed().map(asCopied))
  })
  afterAll(async () => {
    await copy?.stop()
    await origin?.stop()
  })

  it('are in the same order in responses of both APIs and on pages', async () => {
    const [here, there] = [await responsesOf(origin), await responsesOf(copy)]
    expect([...there.keys()].sort()).toEqual([...here.keys()].sort())
    expect(here.size).toBeGreaterThan(60)
    const different = [...here].filter(([path, text]) => there.get(path) !== text)
    expect(different.map(([path]) => path)).toEqual([])
  })
})
