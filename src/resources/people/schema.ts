import type { Type } from 'typebox'
import { cursorPaging, Filter, Query, TruthFilter } from '../../http/parameters.ts'
import {
  Many,
  MaybeDate,
  MaybeText,
  MomentText,
  Shape,
  Text,
  Truth,
  Whole,
} from '../../http/schema-types.ts'
import { OcdContact, OcdLink, OcdMembership, OcdName } from '../_shared/ocd.schema.ts'

const itemFields = {
  id: Whole('Number of the person in this service.', 14),
  slug: Text('Lasting name of the person in URLs.', 'rawlson-king'),
  name: Text('Name.', 'Rawlson King'),
  is_current_councillor: Truth('Whether the person sits on the council today.', true),
  party: MaybeText('Party, where the source names one.', null),
  image_url: MaybeText('Portrait.', null),
}

export const PersonItem = Shape('PersonItem', 'A person, in a list.', itemFields)
export type PersonItem = Type.Static<typeof PersonItem>

const PersonMembership = Shape('PersonMembership', 'A seat in a body.', {
  organization_name: Text('Name of the body.', 'City Council'),
  organization_slug: Text('Slug of the body.', 'city-council'),
  role: MaybeText('Role in it.', 'Councillor'),
  start_date: MaybeDate('First day; null when unknown.', null),
  end_date: MaybeDate('Last day; null when unknown or not over.', null),
})

const VotingSummary = Shape('VotingSummary', 'The votes of the person that are on record.', {
  total_votes: Whole('Votes cast: for, against and abstained.', 15),
  votes_for: Whole('Votes for.', 11),
  votes_against: Whole('Votes against.', 4),
  abstentions: Whole('Abstentions. Recusals and absences are not counted.', 0),
})

const AttendanceSummary = Shape('AttendanceSummary', 'Meetings at which attendance was recorded.', {
  meetings: Whole('Meetings with a record of the person.', 12),
  present: Whole('Of these, present.', 12),
  absent: Whole('Of these, absent.', 0),
})

const SpeakingSummary = Shape('SpeakingSummary', 'Speaking time on record.', {
  seconds: Whole('Seconds in all.', 0),
  meetings: Whole('Meetings at which it was measured.', 0),
})

export const PersonDetail = Shape('PersonDetail', 'A person, with seats and record.', {
  ...itemFields,
  memberships: Many(PersonMembership, 'Seats, newest first; those without dates last.'),
  voting_summary: VotingSummary,
  attendance_summary: AttendanceSummary,
  speaking_time: SpeakingSummary,
})
export type PersonDetail = Type.Static<typeof PersonDetail>

export const PersonQuery = Query({
  ...cursorPaging,
  is_councillor: TruthFilter('Only people who sit (or do not sit) on the council today.'),
  name: Filter('Part of the name; case and accents do not matter.', 'king'),
})

const ocdFields = {
  id: Text('Open Civic Data id.', 'ocd-person/5200abdb-8dfc-51ac-bd9b-9e768e1b445b'),
  name: Text('Name.', 'Rawlson King'),
  sort_name: Text('Name for sorting: family name first where it is known.', 'King, Rawlson'),
  image: MaybeText('Portrait.', null),
  gender: MaybeText('Gender, where the source states it.', null),
  birth_date: Text('Day of birth, or empty.', ''),
  death_date: Text('Day of death, or empty.', ''),
  created_at: MomentText('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: MomentText('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdPerson = Shape('OcdPerson', 'A person.', ocdFields)
export type OcdPerson = Type.Static<typeof OcdPerson>

export const OcdPersonDetail = Shape(
  'OcdPersonDetail',
  'A person, with the arrays of Open Civic Data.',
  {
    ...ocdFields,
    given_name: Text('Given name, or empty.', 'Rawlson'),
    family_name: Text('Family name, or empty.', 'King'),
    other_names: Many(OcdName, 'Other spellings in the record.'),
    contact_details: Many(OcdContact, 'Public contact details.'),
    memberships: Many(OcdMembership, 'Seats in bodies.'),
    links: Many(OcdLink, 'Related pages.'),
    sources: Many(OcdLink, 'Where this was read.'),
  },
)
export type OcdPersonDetail = Type.Static<typeof OcdPersonDetail>
