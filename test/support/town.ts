import type { ImportRecord } from '../../src/importers/records.ts'
import type { OpenedSource } from '../../src/importers/source.ts'

/** The fixture town: small, made up, the same in every run, with every kind of thing that the API can show. */
export const town = {
  slug: 'pemberley',
  name: 'Town of Pemberley',
  divisionId: 'ocd-division/country:ca/csd:9900001',
  timeZone: 'America/Vancouver',
  url: 'https://pemberley.example',
}

const meetingCount = 45
const types = ['Regular Council', 'Committee of the Whole', 'Public Hearing']
const results = ['Carried', 'Defeated', 'Tabled', 'Withdrawn', 'Referred', 'Received']
const voters = ['p-ng', 'p-roy', 'p-lukasz', 'p-ames']
const choices = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other'] as const

/** `day(0)` is 2024-01-01; every fifth day there is a meeting. */
function day(index: number): string {
  return new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

const organizations: ImportRecord[] = [
  {
    kind: 'organization',
    key: 'o-council',
    name: 'Town Council',
    classification: 'council',
    url: 'https://pemberley.example/council',
  },
  {
    kind: 'organization',
    key: 'o-parks',
    name: 'Parks Committee',
    classification: 'committee',
    parent_key: 'o-council',
  },
  { kind: 'organization', key: 'o-library', name: 'Library Board', classification: 'board' },
  { kind: 'organization', key: 'o-other', name: 'Friends of the Lake' },
]

const people: ImportRecord[] = [
  {
    kind: 'person',
    key: 'p-ng',
    name: 'Vera Ng',
    given_name: 'Vera',
    family_name: 'Ng',
    party: 'Lake Alliance',
    image_url: 'https://pemberley.example/ng.jpg',
    gender: 'female',
    birth_date: '1970-02-03',
    contact_details: [{ type: 'email', value: 'ng@pemberley.example' }],
    other_names: [{ name: 'V. Ng' }],
    source_url: 'https://pemberley.example/people/ng',
  },
  {
    kind: 'person',
    key: 'p-roy',
    name: 'Stéphanie Roy',
    given_name: 'Stéphanie',
    family_name: 'Roy',
  },
  { kind: 'person', key: 'p-lukasz', name: 'Łukasz Żak' },
  { kind: 'person', key: 'p-ames', name: 'Ames (Clerk), 100% "Bob"_O’Neil' },
  { kind: 'person', key: 'p-inuk', name: 'ᐊᓄᕌᖅ' },
  { kind: 'person', key: 'p-past', name: 'Old Member' },
  { kind: 'person', key: 'p-twin-1', name: 'Pat Twin' },
  { kind: 'person', key: 'p-twin-2', name: 'Pat Twin' },
]

const memberships: ImportRecord[] = [
  {
    kind: 'membership',
    key: 'm-ng',
    person_key: 'p-ng',
    organization_key: 'o-council',
    role: 'Mayor',
    start_date: '2022-11-01',
  },
  {
    kind: 'membership',
    key: 'm-roy',
    person_key: 'p-roy',
    organization_key: 'o-council',
    role: 'Councillor',
    label: 'Ward 1',
  },
  {
    kind: 'membership',
    key: 'm-roy-parks',
    person_key: 'p-roy',
    organization_key: 'o-parks',
    role: 'Chair',
  },
  {
    kind: 'membership',
    key: 'm-lukasz',
    person_key: 'p-lukasz',
    organization_key: 'o-council',
    role: 'Councillor',
    start_date: '2022-11-01',
    end_date: '2099-12-31',
  },
  {
    kind: 'membership',
    key: 'm-past',
    person_key: 'p-past',
    organization_key: 'o-council',
    role: 'Councillor',
    start_date: '2014-11-01',
    end_date: '2018-10-31',
  },
  {
    kind: 'membership',
    key: 'm-inuk',
    person_key: 'p-inuk',
    organization_key: 'o-council',
    role: 'Councillor',
    ended: true,
  },
  {
    kind: 'membership',
    key: 'm-ames',
    person_key: 'p-ames',
    organization_key: 'o-library',
    role: 'Trustee',
  },
]

const bylaws: ImportRecord[] = Array.from({ length: 30 }, (_, i) => ({
  kind: 'bylaw',
  key: `b-${i}`,
  title: i === 0 ? 'Cat Bylaw' : `Bylaw to amend the Zoning Bylaw, part ${i}`,
  bylaw_number: i % 7 === 6 ? null : String(900 + i),
  status: pick(['Adopted', 'Repealed', 'First Reading'], i),
  category: pick(['Zoning', 'Finance'], i),
  year: i % 5 === 4 ? null : 2010 + (i % 12),
  description: i === 0 ? 'Cats shall be quiet after ten.' : null,
  source_url: `https://pemberley.example/bylaws/${i}`,
}))

const matters: ImportRecord[] = Array.from({ length: 25 }, (_, i) => ({
  kind: 'matter',
  key: `x-${i}`,
  identifier: i % 6 === 5 ? null : `RPT-${2024 - (i % 2)}-${String(i).padStart(3, '0')}`,
  title: i === 0 ? 'Rezoning of 12 Lake Road' : `Report ${i} on drainage and parks`,
  status: pick(['Open', 'Closed', null], i),
  category: pick(['Planning', 'Works'], i),
  description:
    i === 0 ? `Rezoning of the lakeshore. ${'Wetland '.repeat(60)}` : `Concerning item ${i}.`,
  plain_english_summary: i === 0 ? 'Lets twelve homes be built near the lake.' : null,
  bylaw_key: i < 3 ? 'b-0' : null,
  sponsorships: i === 0 ? [{ person_key: 'p-ng', name: 'Vera Ng', primary: true }] : [],
  documents:
    i === 0
      ? [
          {
            title: 'Staff report',
            url: 'https://pemberley.example/rpt.pdf',
            type: 'report',
            sections: [{ title: 'Background', text: 'The heron colony nests by the lake.' }],
          },
        ]
      : [],
}))

function meeting(i: number): ImportRecord {
  const last = i === meetingCount - 1
  return {
    kind: 'meeting',
    key: `g-${i}`,
    title: pick(types, i),
    date: last ? '2099-06-01' : day(i * 5),
    start_time: i % 9 === 8 ? null : '19:00',
    type: pick(types, i),
    organization_key: pick(['o-council', 'o-council', 'o-parks', null], i),
    status: last ? 'scheduled' : i % 10 === 9 ? 'cancelled' : 'completed',
    location: 'Town Hall',
    summary: i === 0 ? 'The first meeting of the year.' : null,
    has_agenda: true,
    has_minutes: i % 2 === 0,
    has_transcript: i % 3 === 0,
    agenda_url: `https://pemberley.example/meetings/${i}/agenda`,
    minutes_url: i % 2 === 0 ? `https://pemberley.example/meetings/${i}/minutes` : null,
    video_url: i % 4 === 0 ? `https://pemberley.example/meetings/${i}/video` : null,
    video_duration_seconds: i % 4 === 0 ? 3600 + i : null,
    chair_key: 'p-ng',
    attendance: [
      { person_key: 'p-ng', name: 'Vera Ng', role: 'Chair', present: true },
      { person_key: 'p-roy', name: 'S. Roy', present: i % 2 === 0 },
      { name: 'A Delegate', present: true },
    ],
    speaking_time:
      i % 3 === 0
        ? [
            { person_key: 'p-ng', name: 'Vera Ng', seconds: 60 + i },
            { name: 'A Delegate', seconds: 5 },
          ]
        : [],
    key_statements:
      i % 3 === 0
        ? [
            {
              person_key: 'p-roy',
              speaker: 'Stéphanie Roy',
              text: `The culvert at Mill Creek floods, said in meeting ${i}.`,
              start_seconds: 12,
            },
          ]
        : [],
    documents: [
      {
        title: 'Minutes',
        url: `https://pemberley.example/meetings/${i}/minutes`,
        type: 'minutes',
        sections: [{ title: 'Call to order', text: `The café was called to order, number ${i}.` }],
      },
    ],
    source_url: `https://pemberley.example/meetings/${i}`,
  }
}

function itemsOf(i: number): ImportRecord[] {
  const base = { kind: 'agenda_item' as const, meeting_key: `g-${i}` }
  return [
    { ...base, key: `i-${i}-1`, position: 1, item_number: '1', title: 'Reports', type: 'heading' },
    {
      ...base,
      key: `i-${i}-2`,
      position: 2,
      item_number: '1.1',
      title: `Item ${i} about drainage`,
      parent_key: `i-${i}-1`,
      matter_key: `x-${i % 25}`,
      description: `Ditch ${i} is full.`,
      documents: [{ title: `Map ${i}`, url: `https://pemberley.example/map/${i}.pdf` }],
    },
  ]
}

function motionOf(i: number): ImportRecord {
  return {
    kind: 'motion',
    key: `v-${i}`,
    meeting_key: `g-${i}`,
    agenda_item_key: `i-${i}-2`,
    matter_key: `x-${i % 25}`,
    organization_key: pick(['o-council', 'o-council', 'o-parks', null], i),
    position: 1,
    identifier: i % 2 === 0 ? `2024-${i}` : null,
    text:
      i === 7
        ? null
        : `THAT ditch ${i} be dredged${i % 5 === 0 ? ` ${'with care '.repeat(40)}` : ''}.`,
    summary: i % 8 === 0 ? `Dredge ditch ${i}.` : null,
    result: i === 11 ? null : pick(results, i),
    mover_key: pick(['p-ng', 'p-roy', 'p-lukasz'], i),
    mover_name: 'as written',
    seconder_key: i % 3 === 0 ? 'p-roy' : null,
    seconder_name: i % 3 === 0 ? 'S. Roy' : i % 3 === 1 ? 'Someone Else' : null,
    votes:
      i % 2 === 0
        ? voters.map((key, n) => ({
            person_key: key,
            name: key,
            value: pick(choices, i + n),
            reason: n === 0 ? 'as cast' : null,
          }))
        : [],
  }
}

/** Every record of the town, in an order that refers forwards and backwards. */
export function townRecords(): ImportRecord[] {
  const sittings = Array.from({ length: meetingCount }, (_, i) => [
    motionOf(i),
    meeting(i),
    ...itemsOf(i),
  ])
  return [...sittings.flat(), ...memberships, ...matters, ...people, ...organizations, ...bylaws]
}

/** Records as an opened source. */
export function sourceOf(records: readonly unknown[], name = 'town'): OpenedSource {
  async function* items() {
    for (const [index, record] of records.entries()) {
      yield { type: 'record' as const, record, where: `town:${index + 1}` }
    }
  }
  return {
    name,
    url: 'https://pemberley.example',
    licence: 'CC0',
    municipality: null,
    expected: records.length,
    items: items(),
  }
}
