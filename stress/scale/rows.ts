import { numberGroups } from '../../src/core/bylaw-number.ts'
import { foldText } from '../../src/core/fold.ts'
import { categories, motionKinds, results, statuses, types } from './filter-values.ts'
import {
  dateOf,
  folded,
  idOf,
  importedColumns,
  named,
  parentIndex,
  type Row,
  randomId,
  type TownPlan,
} from './row-parts.ts'
import type { Kind } from './shape.ts'
import { uneven, words } from './words.ts'

const votes = ['For', 'Absent', 'Against', 'Abstain', 'Recused', 'Other']

const namesOf = (name: string) => ({
  name,
  name_folded: foldText(name),
  other_names: '[]',
  names_folded: foldText(name),
})

function organization(plan: TownPlan, index: number): Row<'organizations'> {
  const name = index === 0 ? 'City Council' : `Committee on ${words(plan.random, 2)}`
  return {
    ...named(plan, 'organization', importedColumns(plan, 'organizations', index)),
    ...namesOf(name),
    classification: index === 0 ? 'council' : 'committee',
    parent_id: index === 0 ? null : idOf(plan, 'organizations', 0),
  }
}

function person(plan: TownPlan, index: number): Row<'people'> {
  const name = `${words(plan.random, 1)} ${words(plan.random, 1)} ${index}`
  return {
    ...named(plan, 'person', importedColumns(plan, 'people', index)),
    ...namesOf(name),
    contact_details: '[]',
  }
}

function membership(plan: TownPlan, index: number): Row<'memberships'> {
  // A fifth of the people are current members of the council; the others were once.
  const seats = Math.max(2, Math.floor(plan.counts.people / 5))
  const sits = index < seats
  return {
    ...importedColumns(plan, 'memberships', index),
    person_id: sits ? idOf(plan, 'people', index % plan.counts.people) : randomId(plan, 'people'),
    organization_id: sits ? idOf(plan, 'organizations', 0) : randomId(plan, 'organizations'),
    role: 'Member',
    start_date: '2022-01-01',
    end_date: sits ? null : '2023-12-31',
    ended: sits ? 0 : 1,
  }
}

function bylaw(plan: TownPlan, index: number): Row<'bylaws'> {
  const title = words(plan.random, 12)
  const number = `${2022 + (index % 4)}-${index}`
  const year = index % 50 === 0 ? 0 : 1990 + Math.floor((index * 36) / plan.counts.bylaws)
  return {
    ...importedColumns(plan, 'bylaws', index),
    title,
    title_folded: foldText(title),
    bylaw_number: number,
    number_folded: number,
    number_groups: numberGroups(number),
    ...{ stated_year: year, year, sort_date: year === 0 ? '' : `${year}-03-04` },
    ...folded('status', uneven(plan.random, statuses)),
    ...folded('category', uneven(plan.random, categories)),
  }
}

function matter(plan: TownPlan, index: number): Row<'matters'> {
  const { random, counts } = plan
  const title = words(random, 18)
  const description = words(random, 40)
  const seen = parentIndex(plan, 'matters', index, 'meetings')
  return {
    ...named(plan, 'bill', importedColumns(plan, 'matters', index)),
    identifier: `M ${index}`,
    other_identifiers: '[]',
    classification: '[]',
    title,
    description,
    ...folded('status', uneven(random, statuses)),
    ...folded('category', uneven(random, categories)),
    first_seen: dateOf(plan, seen),
    last_seen:
      index % 20 === 0 ? '' : dateOf(plan, Math.min(seen + random.below(60), counts.meetings - 1)),
    bylaw_id: index % 7 === 0 ? randomId(plan, 'bylaws') : null,
  }
}

function sponsorship(plan: TownPlan, index: number): Row<'sponsorships'> {
  const matterId = idOf(plan, 'matters', parentIndex(plan, 'sponsorships', index, 'matters'))
  const sponsor = randomId(plan, 'people')
  return {
    matter_id: matterId,
    bylaw_id: null,
    person_id: sponsor,
    name: 'as written',
    is_primary: 0,
  }
}

function meeting(plan: TownPlan, index: number): Row<'meetings'> {
  const { random } = plan
  const type = uneven(random, types)
  const date = dateOf(plan, index)
  const bodies = Math.min(plan.counts.organizations, 40)
  return {
    ...named(plan, 'event', importedColumns(plan, 'meetings', index)),
    title: `${type} of ${date}`,
    date,
    starts_at: `${date}T10:00:00-05:00`,
    scheduled_at: `${date}T00:00:00.000Z`,
    status: index % 25 === 0 ? 'cancelled' : 'completed',
    ...folded('type', type),
    has_agenda: 1,
    has_minutes: index % 3 === 0 ? 0 : 1,
    has_transcript: index % 16 === 0 ? 1 : 0,
    has_recorded_votes: index % 4 === 0 ? 0 : 1,
    organization_id: idOf(plan, 'organizations', Math.floor(random.next() ** 2 * bodies)),
    chair_id: randomId(plan, 'people'),
  }
}

// Half of the agenda items are at every tenth meeting.
const longOne = 10

function agendaItem(plan: TownPlan, index: number): Row<'agenda_items'> {
  const { random } = plan
  const expected = parentIndex(plan, 'agenda_items', index, 'meetings')
  const meetingIndex = index % 2 === 0 ? expected - (expected % longOne) : expected
  const title = words(random, 12)
  const description = words(random, 25)
  const meetingId = idOf(plan, 'meetings', meetingIndex)
  return {
    ...importedColumns(plan, 'agenda_items', index),
    meeting_id: meetingId,
    matter_id:
      index % 3 === 0
        ? idOf(plan, 'matters', parentIndex(plan, 'agenda_items', index, 'matters'))
        : null,
    position: index,
    item_number: String(index % 40),
    title,
    description,
  }
}

function motion(plan: TownPlan, index: number): Row<'motions'> {
  const { random } = plan
  const held = parentIndex(plan, 'motions', index, 'meetings')
  const text = words(random, 45)
  const meetingId = idOf(plan, 'meetings', held)
  const body = random.below(plan.counts.organizations)
  return {
    ...named(plan, 'vote', importedColumns(plan, 'motions', index)),
    meeting_id: meetingId,
    agenda_item_id: idOf(plan, 'agenda_items', parentIndex(plan, 'motions', index, 'agenda_items')),
    matter_id: idOf(plan, 'matters', parentIndex(plan, 'motions', index, 'matters')),
    organization_id: idOf(plan, 'organizations', body),
    decided_by_id: idOf(plan, 'organizations', body),
    date: dateOf(plan, held),
    position: index,
    text,
    ...folded('result', uneven(random, results)),
    kind: uneven(random, motionKinds),
    contested: index % 9 === 0 ? 1 : 0,
    has_votes: 1,
    mover_id: idOf(plan, 'people', Math.floor(random.next() ** 2 * plan.counts.people)),
    mover_name: 'as written',
    seconder_id: randomId(plan, 'people'),
    tally_for: 20,
    tally_against: 10,
  }
}

const ofMeeting = (plan: TownPlan, kind: Kind, index: number) => ({
  meeting_id: idOf(plan, 'meetings', parentIndex(plan, kind, index, 'meetings')),
  person_id: randomId(plan, 'people'),
})

function keyStatement(plan: TownPlan, index: number): Row<'key_statements'> {
  const text = words(plan.random, 30)
  const position = ofMeeting(plan, 'key_statements', index)
  const row = {
    ...position,
    slug: `statement-${position.meeting_id}-${index}`,
    speaker: 'A Member',
    text,
  }
  return row
}

function document(plan: TownPlan, index: number): Row<'documents'> {
  const title = words(plan.random, 6)
  const owner = (['meetings', 'agenda_items', 'matters'] as const)[index % 3] ?? 'meetings'
  const row = { meeting_id: null, agenda_item_id: null, matter_id: null, bylaw_id: null }
  const id = idOf(plan, owner, parentIndex(plan, 'documents', index, owner))
  const named = { slug: `document-${index}`, municipality_id: plan.municipalityId }
  return {
    ...row,
    ...named,
    [`${owner.slice(0, -1)}_id`]: id,
    title,
    url: 'https://town.example/d',
  }
}

function documentSection(plan: TownPlan, index: number): Row<'document_sections'> {
  const documentIndex = parentIndex(plan, 'document_sections', index, 'documents')
  const title = words(plan.random, 5)
  const text = words(plan.random, 120)
  const row = {
    slug: `section-${documentIndex}-${index}`,
    document_id: idOf(plan, 'documents', documentIndex),
    ...{ position: index + 1, page: 1, title, text },
  }
  return row
}

/** A generator for the rows of each kind, referenced kinds first. */
export const rowGenerators: { [K in Kind]: (plan: TownPlan, index: number) => Row<K> } = {
  organizations: organization,
  people: person,
  memberships: membership,
  bylaws: bylaw,
  matters: matter,
  sponsorships: sponsorship,
  meetings: meeting,
  agenda_items: agendaItem,
  motions: motion,
  votes: (plan, index) => ({
    motion_id: idOf(plan, 'motions', parentIndex(plan, 'votes', index, 'motions')),
    person_id: idOf(plan, 'people', index % plan.counts.people),
    person_name: 'as written',
    value: uneven(plan.random, votes),
  }),
  attendance: (plan, index) => ({
    ...ofMeeting(plan, 'attendance', index),
    date: dateOf(plan, parentIndex(plan, 'attendance', index, 'meetings')),
    person_name: 'as written',
    present: index % 9 === 0 ? 0 : 1,
    sessions: '[]',
  }),
  speaking_time: (plan, index) => ({
    ...ofMeeting(plan, 'speaking_time', index),
    person_name: 'as written',
    seconds: index % 900,
  }),
  key_statements: keyStatement,
  documents: document,
  document_sections: documentSection,
}
