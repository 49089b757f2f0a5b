import type { Type } from 'typebox'
import { BooleanFilter, cursorPaging, Filter, Query } from '../../http/parameters.ts'
import {
  ArrayOf,
  Bool,
  DateTimeStr,
  Int,
  NullableDate,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'
import { OcdContact, OcdLink, OcdMembership, OcdName } from '../_shared/ocd.schema.ts'

const itemFields = {
  id: Int('Number of the person in this service.', 14),
  slug: Str('Lasting name of the person in URLs.', 'rawlson-king'),
  name: Str('Name.', 'Rawlson King'),
  is_current_councillor: Bool('Whether the person sits on the council today.', true),
  party: NullableStr('Party, where the source names one.', null),
  image_url: NullableStr('Portrait.', null),
}

export const PersonItem = Obj('PersonItem', 'A person, in a list.', itemFields)
export type PersonItem = Type.Static<typeof PersonItem>

const PersonMembership = Obj('PersonMembership', 'A seat in a body.', {
  organization_name: Str('Name of the body.', 'City Council'),
  organization_slug: Str('Slug of the body.', 'city-council'),
  role: NullableStr('Role in it.', 'Councillor'),
  start_date: NullableDate('First day; null when unknown.', null),
  end_date: NullableDate('Last day; null when unknown or not over.', null),
})

const VotingSummary = Obj('VotingSummary', 'The votes of the person that are on record.', {
  total_votes: Int('Votes cast: for, against and abstained.', 15),
  votes_for: Int('Votes for.', 11),
  votes_against: Int('Votes against.', 4),
  abstentions: Int('Abstentions. Recusals and absences are not counted.', 0),
})

const AttendanceSummary = Obj('AttendanceSummary', 'Meetings at which attendance was recorded.', {
  meetings: Int('Meetings with a record of the person.', 12),
  present: Int('Of these, present.', 12),
  absent: Int('Of these, absent.', 0),
})

const SpeakingSummary = Obj('SpeakingSummary', 'Speaking time on record.', {
  seconds: Int('Seconds in all.', 0),
  meetings: Int('Meetings at which it was measured.', 0),
})

export const PersonDetail = Obj('PersonDetail', 'A person, with seats and record.', {
  ...itemFields,
  memberships: ArrayOf(PersonMembership, 'Seats, newest first; those without dates last.'),
  voting_summary: VotingSummary,
  attendance_summary: AttendanceSummary,
  speaking_time: SpeakingSummary,
})
export type PersonDetail = Type.Static<typeof PersonDetail>

export const PersonQuery = Query({
  ...cursorPaging,
  is_councillor: BooleanFilter('Only people who sit (or do not sit) on the council today.'),
  name: Filter('Part of the name; case and accents do not matter.', 'king'),
})

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-person/5200abdb-8dfc-51ac-bd9b-9e768e1b445b'),
  name: Str('Name.', 'Rawlson King'),
  sort_name: Str('Name for sorting: family name first where it is known.', 'King, Rawlson'),
  image: NullableStr('Portrait.', null),
  gender: NullableStr('Gender, where the source states it.', null),
  birth_date: Str('Day of birth, or empty.', ''),
  death_date: Str('Day of death, or empty.', ''),
  created_at: DateTimeStr('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr('When it, or a part of it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdPerson = Obj('OcdPerson', 'A person.', ocdFields)
export type OcdPerson = Type.Static<typeof OcdPerson>

export const OcdPersonDetail = Obj(
  'OcdPersonDetail',
  'A person, with the arrays of Open Civic Data.',
  {
    ...ocdFields,
    given_name: Str('Given name, or empty.', 'Rawlson'),
    family_name: Str('Family name, or empty.', 'King'),
    other_names: ArrayOf(OcdName, 'Other spellings in the record.'),
    contact_details: ArrayOf(OcdContact, 'Public contact details.'),
    memberships: ArrayOf(OcdMembership, 'Seats in bodies.'),
    links: ArrayOf(OcdLink, 'Related pages.'),
    sources: ArrayOf(OcdLink, 'Where this was read.'),
  },
)
export type OcdPersonDetail = Type.Static<typeof OcdPersonDetail>
