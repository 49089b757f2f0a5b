import type { OpenedSource } from '../../../src/importers/source.ts'
import type { ImportRecord } from '../../../src/record/kinds.ts'
import { pick, sittings } from './sittings.ts'

/** The fixture town: small, generated, always the same, with every kind of record. */
export const town = {
  slug: 'pemberley',
  name: 'Town of Pemberley',
  divisionId: 'ocd-division/country:ca/csd:9900001',
  timeZone: 'America/Vancouver',
  url: 'https://pemberley.example',
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

const consolidated = {
  passed_date: '2011-05-02',
  sponsorships: [{ person_key: 'p-roy', name: 'S. Roy', primary: true, classification: 'mover' }],
  documents: [{ title: 'Consolidation', url: 'https://pemberley.example/901.pdf', type: 'text' }],
}

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
  ...(i === 0 ? { enacted_date: '2024-01-15' } : {}),
  ...(i === 1 ? consolidated : {}),
}))

const matters: ImportRecord[] = Array.from({ length: 25 }, (_, i) => ({
  kind: 'matter',
  key: `x-${i}`,
  identifier: i % 6 === 5 ? null : `RPT-${2024 - (i % 2)}-${String(i).padStart(3, '0')}`,
  title: i === 0 ? 'Rezoning of 12 Lake Road' : `Report ${i} on drainage and parks`,
  status: pick(['Open', 'Closed', null], i),
  category: pick(['Planning', 'Works'], i),
  classification: i === 2 ? ['ordinance'] : [],
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

const steps: ImportRecord[] = [
  {
    kind: 'action',
    key: 'a-1',
    matter_key: 'x-20',
    position: 0,
    date: '2024-03-30',
    description: 'Introduced',
    classification: ['introduction'],
    organization_key: 'o-council',
  },
  {
    kind: 'action',
    key: 'a-2',
    matter_key: 'x-20',
    position: 1,
    date: '2024-04-10',
    description: 'Referred to the Parks Committee',
    classification: ['referral-committee'],
    organization_key: 'o-council',
    meeting_key: 'g-20',
    motion_key: 'v-20',
  },
]

const declarations: ImportRecord[] = [
  {
    kind: 'declaration',
    key: 'd-1',
    person_key: 'p-ng',
    name: 'V. Ng',
    organization_key: 'o-council',
    organization_name: 'Council of the Town',
    meeting_key: 'g-20',
    agenda_item_key: 'i-20-2',
    item_number: '4 (a)',
    item_title: 'Drainage of the park',
    matter_key: 'x-20',
    nature: 'Owns a meadow beside the park.',
    declared_on: '2024-04-10',
    received_on: '2024-04-12',
    statement_url: 'https://pemberley.example/statements/1.pdf',
    text: 'Mayor Ng declared an interest in item 4 (a), as she owns a meadow beside the park.',
    source_url: 'https://pemberley.example/registry',
  },
  {
    kind: 'declaration',
    key: 'd-2',
    name: 'Stephanie Roy',
    organization_name: 'Town Council',
    item_number: 'RPT-2024-020',
    declared_on: '2024-04-10',
  },
]

const decisions: ImportRecord[] = [
  {
    kind: 'mayoral_decision',
    key: 'md-1',
    number: '2024-07',
    date: '2024-03-06',
    subject: 'Drainage of the park before summer',
    decision_kind: 'direction',
    stated_kind: 'Written direction',
    text: 'Staff are directed to drain the park before summer.',
    document_url: 'https://pemberley.example/decisions/2024-07.pdf',
    bylaw_key: 'b-1',
    bylaw_number: '901/2011',
    matter_key: 'x-20',
    override_motion_key: 'v-20',
    override_motion_number: 'C-5',
    council_response: 'Received by Council.',
    source_url: 'https://pemberley.example/decisions',
  },
  {
    kind: 'mayoral_decision',
    key: 'md-2',
    subject: 'Chair of the Parks Committee',
    decision_kind: 'appointment',
  },
]

/** Every record of the town, in an order with forward and backward references. */
export function townRecords(): ImportRecord[] {
  return [
    ...sittings(),
    ...declarations,
    ...decisions,
    ...steps,
    ...memberships,
    ...matters,
    ...people,
    ...organizations,
    ...bylaws,
  ]
}

/** Records as an opened source. */
export function sourceOf(records: readonly unknown[], name = 'town'): OpenedSource {
  async function* items() {
    for (const [index, record] of records.entries()) {
      yield { type: 'record' as const, record, location: `town:${index + 1}` }
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
