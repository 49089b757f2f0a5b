import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../support/service/import-records.ts'
import { readOcdDetails } from '../support/service/read-lists.ts'
import { type Json, type Service, startService } from '../support/service/service.ts'
import { sourceOf } from '../support/towns/town.ts'

// How what sources write becomes the words of Open Civic Data (decision 43).

const council = { kind: 'organization', key: 'o-1', name: 'Council', classification: 'council' }
const meeting = {
  kind: 'meeting',
  key: 'g-1',
  title: 'Council',
  date: '2031-05-20',
  organization_key: 'o-1',
  status: 'completed',
  has_agenda: true,
  has_minutes: false,
  has_transcript: false,
  documents: [
    { title: 'Agenda', url: 'https://lake.example/agenda', type: 'Agenda' },
    { title: 'Map', url: 'https://lake.example/map', type: 'attachment' },
  ],
}
const item = { kind: 'agenda_item', meeting_key: 'g-1' }
const items = [
  { ...item, key: 'i-1', position: 10, item_number: '7', title: 'Reports' },
  {
    ...item,
    key: 'i-2',
    position: 20,
    item_number: '7.1',
    title: 'Rink',
    parent_key: 'i-1',
    documents: [{ title: 'Plan', url: 'https://lake.example/plan' }],
  },
  { ...item, key: 'i-3', position: 30, title: 'Adjourn' },
]
const matter = { kind: 'matter', key: 'x-1', identifier: 'Int 12', title: 'Rink' }
const matters = [
  {
    ...matter,
    category: 'Introduction',
    classification: ['bill'],
    bylaw_key: 'b-1',
    documents: [
      { title: 'As introduced', url: 'https://lake.example/12', type: 'version' },
      { title: 'Letter', url: 'https://lake.example/letter', type: 'letter' },
    ],
    sponsorships: [{ name: 'Parks Committee', primary: true }],
  },
  { ...matter, key: 'x-2', identifier: 'R 1', category: 'RESOLUTION, Petition, Oversight' },
  { ...matter, key: 'x-3', identifier: 'Notes 3', category: 'Introduction' },
  { ...matter, key: 'x-4', identifier: 'P 4', title: 'Pool' },
]
const step = { kind: 'action', matter_key: 'x-1', organization_key: 'o-1' }
const steps = [
  {
    ...step,
    key: 'a-1',
    position: 0,
    date: '2031-05-01',
    description: 'Introduced',
    classification: ['introduction'],
  },
  {
    ...step,
    key: 'a-2',
    position: 1,
    date: '2031-05-20',
    description: 'Passed',
    classification: ['passage'],
    motion_key: 'v-1',
  },
  {
    ...step,
    key: 'a-3',
    position: 2,
    date: '2031-05-20',
    description: 'Disapproved by Council',
    classification: ['failure'],
    motion_key: 'v-3',
  },
]
const motion = { kind: 'motion', meeting_key: 'g-1', position: 1 }
const ballot = (value: string, reason: string | null = null) => ({ name: 'A', value, reason })
const motions = [
  {
    ...motion,
    key: 'v-1',
    identifier: 'R',
    matter_key: 'x-1',
    agenda_item_key: 'i-2',
    result: 'Carried',
    votes: [
      ballot('For'),
      ballot('Other', 'Non-voting'),
      ballot('Other', 'Paired'),
      ballot('Other', 'Abstained in part'),
      ballot('Absent', 'Excused'),
      ballot('Absent', 'Medical'),
      ballot('Recused', 'Conflict of interest'),
    ],
  },
  { ...motion, key: 'v-2', matter_key: 'x-2', text: 'THAT it be so.', summary: 'So be it.' },
  { ...motion, key: 'v-3', summary: 'So be it.', result: 'Carried' },
  { ...motion, key: 'v-4', matter_key: 'x-4' },
  { ...motion, key: 'v-5', identifier: '31-5' },
  { kind: 'motion', key: 'v-6', position: 2, identifier: 'Alone' },
]
const people = [
  { kind: 'person', key: 'p-1', name: 'Ann' },
  { kind: 'person', key: 'p-2', name: 'Bo' },
]
const seat = { kind: 'membership', organization_key: 'o-1', role: 'Councillor' }
const seats = [
  { ...seat, key: 's-1', person_key: 'p-1', label: 'Ward 2', end_date: '2030-01-01' },
  { ...seat, key: 's-2', person_key: 'p-2', label: 'Ward 2' },
  { ...seat, key: 's-3', person_key: 'p-1', label: 'Ward 1' },
  { ...seat, key: 's-4', person_key: 'p-2', role: 'Mayor' },
]
const bylaw = { kind: 'bylaw', key: 'b-1', title: 'Rink', bylaw_number: '2031-9' }

let service: Service
const lists: Record<string, Json[]> = {}
beforeAll(async () => {
  const municipality = {
    slug: 'lake',
    name: 'Lake',
    divisionId: 'ocd-division/country:ca/csd:9900003',
    timeZone: 'America/Halifax',
    url: null,
  }
  const records = [council, meeting, ...items, ...matters, ...steps, ...motions, ...people]
  service = await startService({ municipality, source: sourceOf([]) })
  await importRecords(service, [...records, ...seats, bylaw], { slug: 'lake' })
  for (const list of ['organizations', 'people', 'events', 'bills', 'votes'])
    lists[list] = await readOcdDetails(service, list)
})
afterAll(() => service.stop())

const one = (list: string, name: string, value: unknown) =>
  lists[list]?.find((entity) => entity[name] === value) as Json

describe('a vote', () => {
  it('has the option that a word of the source means, and the word as its note', () => {
    const { votes, counts } = one('votes', 'identifier', 'R')
    const said = votes.map(({ option, note }: Json) => [option, note])
    expect(said).toEqual([
      ['yes', ''],
      ['not voting', 'Non-voting'],
      ['paired', 'Paired'],
      ['other', 'Abstained in part'],
      ['absent', 'Excused'],
      ['absent', 'Medical'],
      ['excused', 'Conflict of interest'],
    ])
    expect(Object.fromEntries(counts.map((row: Json) => [row.option, row.value]))).toEqual({
      yes: 1,
      no: 0,
      abstain: 0,
      absent: 2,
      excused: 1,
      'not voting': 1,
      paired: 1,
      other: 1,
    })
  })

  it('never has the title of its agenda item or bill as its text', () => {
    const texts = lists.votes?.map((vote) => [vote.motion_text, vote.extras.motion_text_from])
    expect(texts?.map((said) => said.join(' < ')).sort()).toEqual([
      'Motion (text not in the source) < ',
      'Motion 31-5 (text not in the source) < ',
      'Motion Alone (text not in the source) < ',
      'Motion R (text not in the source) < ',
      'So be it. < summary',
      'THAT it be so. < text',
    ])
  })

  it('is classified by the step of the matter that it decides', () => {
    const classified = lists.votes?.map((vote) => vote.motion_classification)
    expect(classified?.flat()).toEqual(['bill-passage'])
    // A motion to disapprove that carried would otherwise read as a bill that passed.
    expect(one('votes', 'motion_text', 'So be it.').result).toBe('pass')
    expect(one('votes', 'identifier', '31-5').motion_classification).toEqual([])
  })

  it('is of the body that met, if the motion names none', () => {
    const { organization, organization_id: id } = one('votes', 'identifier', '31-5')
    expect(organization).toEqual({ id, name: 'Council' })
    expect(one('votes', 'identifier', 'Alone').organization_id).toBeNull()
    const [action] = one('bills', 'identifier', 'P 4').actions
    expect(action).toMatchObject({ organization_id: id, extras: { inferred: true } })
  })
})

describe('an event', () => {
  it('numbers its agenda by position, with the printed number and the parent beside', () => {
    const [event] = lists.events as [Json]
    const positions = event.agenda.map(({ order, extras }: Json) => ({ order, ...extras }))
    expect(positions).toEqual([
      { order: '0', item_number: '7', parent_order: null },
      { order: '1', item_number: '7.1', parent_order: '0' },
      { order: '2', item_number: null, parent_order: null },
    ])
    const related = event.agenda[1].related_entities
    expect(related).toMatchObject([
      { entity_type: 'vote', bill_id: null, vote_event_id: related[0].entity_id },
    ])
  })

  it('is of the class event where its type is unknown, with documents of the list', () => {
    const [event] = lists.events as [Json]
    expect(event.classification).toBe('event')
    const kinds = event.documents.map(({ classification, extras }: Json) => [
      classification,
      extras.type,
    ])
    expect(kinds).toEqual([
      ['agenda', 'Agenda'],
      ['', 'attachment'],
      ['', null],
    ])
    expect(event.agenda[1].media).toEqual(event.documents.slice(2))
  })
})

describe('a bill', () => {
  it.each([
    ['Int 12', ['bill'], 'Introduction'],
    ['R 1', ['resolution', 'petition'], 'RESOLUTION, Petition, Oversight'],
    ['Notes 3', [], 'Introduction'],
    ['P 4', [], null],
  ])('%s is classified as %j', (identifier, classification, local) => {
    const { extras, ...bill } = one('bills', 'identifier', identifier)
    expect(bill.classification).toEqual(classification)
    expect(extras.local_classification).toBe(local)
  })

  it('begins where it was introduced, and has its versions and the number of its by-law', () => {
    const bill = one('bills', 'identifier', 'Int 12')
    expect(bill.from_organization).toEqual({ id: bill.from_organization_id, name: 'Council' })
    expect(bill.versions.map(({ note }: Json) => note)).toEqual(['As introduced'])
    expect(bill.documents.map(({ note }: Json) => note)).toEqual(['Letter'])
    expect(bill.other_identifiers).toEqual([{ identifier: '2031-9', scheme: '', note: 'by-law' }])
    expect(bill.sponsorships[0]).toMatchObject({ entity_type: '', person_id: null })
    expect(one('bills', 'identifier', 'R 1').from_organization_id).toBeNull()
  })
})

it('shows one post for a label, and an id for each membership', () => {
  const [{ posts, memberships }] = lists.organizations as [Json]
  expect(posts.map(({ label, role }: Json) => [label, role])).toEqual([
    ['Ward 1', 'Councillor'],
    ['Ward 2', 'Councillor'],
  ])
  const held = memberships.map(({ post }: Json) => post?.label ?? null)
  expect(held.sort()).toEqual(['Ward 1', 'Ward 2', 'Ward 2', null])
  const ids = (seated: Json[]) => seated.map(({ id }) => id).sort()
  const ofPeople = lists.people?.flatMap((person) => person.memberships)
  expect(new Set(ids(memberships)).size).toBe(4)
  expect(ids(ofPeople as Json[])).toEqual(ids(memberships))
})

it('has the page of the source where neither record nor municipality has one', () => {
  for (const entities of Object.values(lists)) {
    for (const { sources } of entities)
      expect(sources).toEqual([{ url: 'https://pemberley.example', note: '' }])
  }
})
