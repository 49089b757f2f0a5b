import { Type } from 'typebox'
import {
  ArrayOf,
  Bool,
  BooleanFilter,
  cursorPaging,
  DateTimeStr,
  Filter,
  Int,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { OcdContact, OcdLink, OcdMembership, OcdName } from '../_shared/ocd.schema.ts'
import { markFields, pageUrl, type Unlinked, UpdatedAt } from '../_shared/schema.ts'

const VotingSummary = Obj('VotingSummary', 'Totals of the recorded votes.', {
  total_votes: Int(
    'Votes cast: for, against and abstentions; 0 also if none is recorded by name.',
    417,
  ),
  votes_for: Int('Votes for.', 362),
  votes_against: Int('Votes against.', 55),
  abstentions: Int('Abstentions, excluding recusals and absences.', 0),
})

const AttendanceSummary = Obj('AttendanceSummary', 'Totals of the recorded attendance.', {
  meetings: Int('Meetings with recorded attendance; 0 also if none is on record.', 58),
  present: Int('Meetings attended.', 53),
  absent: Int('Meetings missed.', 5),
})

const VotingSpan = Obj('VotingSpan', 'An organization in which a person voted.', {
  organization: Str('Name of the organization.', 'Town Council'),
  organization_slug: Str('Slug of the organization.', 'town-council'),
  first: NullableDate('Date of the first dated vote; null if no vote has a date.', '2022-11-23'),
  last: NullableDate('Date of the latest dated vote; null if no vote has a date.', '2024-09-05'),
  votes: Int('Votes cast: for, against and abstentions.', 812),
  undated: Int('Votes of these without a date, which may be earlier or later.', 0),
})

const itemFields = {
  id: Int('Numeric id.', 4),
  slug: Str('Stable slug.', 'helene-boisclair'),
  name: Str('Name.', 'Hélène Boisclair'),
  is_current_councillor: Bool('Whether the person is on the council today.', true),
  party: NullableStr('Party, if the source names one.', null),
  image_url: NullableStr('URL of a portrait.', null),
  role: NullableStr(
    'Role on the council today; null if there is none, several that differ, or several councils.',
    'Councillor',
  ),
  ward: NullableStr(
    'Label of the seat on the council today; null if there is none, several that differ, or several councils.',
    'Ward 3 Sainte-Odile',
  ),
  url: pageUrl('people/helene-boisclair'),
  updated_at: UpdatedAt,
  voting_summary: VotingSummary,
  attendance_summary: AttendanceSummary,
  voted_in: ArrayOf(
    VotingSpan,
    'Where the person voted without a seat on record, latest first; empty if they have or had a seat on a council.',
  ),
}

export const PersonItem = Obj('PersonItem', 'A person in a list.', itemFields)
export type PersonItem = Unlinked<typeof PersonItem>

const PersonMembership = Obj('PersonMembership', 'Membership in an organization.', {
  organization_name: Str('Name of the organization.', 'Town Council'),
  organization_slug: Str('Slug of the organization.', 'town-council'),
  role: NullableStr('Role.', 'Councillor'),
  label: NullableStr('Label of the seat, such as a ward.', 'Ward 3 Sainte-Odile'),
  start_date: NullableDate('Start date; null if unknown.', '2023-05-08'),
  end_date: NullableDate(
    'End date, at the latest that of the organization or the day of death; null if unknown or ongoing.',
    null,
  ),
  ended: Bool('Whether it is over, by its end date or because the source says so.', false),
})

const SpeakingSummary = Obj('SpeakingSummary', 'Totals of the recorded speaking time.', {
  seconds: Int('Speaking time in seconds.', 29129),
  meetings: Int('Meetings with recorded speaking time.', 26),
})

const PersonContact = Obj('PersonContact', 'A way to reach the person.', {
  type: Str('Kind: address, email, url, fax, text or voice.', 'voice'),
  value: Str('Address or number.', '613-555-0104'),
  note: NullableStr('What it is for, if the source says so.', null),
})

export const PersonDetail = Obj(
  'PersonDetail',
  'A person with memberships, votes, attendance and speaking time.',
  {
    ...itemFields,
    ...markFields,
    other_names: Type.Array(Type.String(), {
      description: 'Earlier and other names.',
      examples: [['H. Boisclair']],
    }),
    given_name: NullableStr('Given name, if the source separates it.', 'Hélène'),
    family_name: NullableStr('Family name, if the source separates it.', 'Boisclair'),
    death_date: NullableDate('Date of death; null if unknown or alive.', null),
    memberships: ArrayOf(PersonMembership, 'Memberships, newest first; undated ones last.'),
    speaking_time: SpeakingSummary,
    email: NullableStr('E-mail address, if published.', 'boisclair@lowmere.example'),
    phone: NullableStr('Telephone number, if published.', '613-555-0104'),
    website: NullableStr('URL of a website, if published.', null),
    contact_details: ArrayOf(PersonContact, 'All published ways to reach the person.'),
    source_url: NullableStr('URL of the source page.', null),
  },
)
export type PersonDetail = Unlinked<typeof PersonDetail>

export const PersonQuery = Query({
  ...cursorPaging,
  is_councillor: BooleanFilter(
    'Only people who are (true) or are not (false) on the council today, with a vote there as far as the record says.',
  ),
  name: Filter('Part of the name or of an earlier one, ignoring case and accents.', 'boisclair'),
  organization: Filter(
    'Slug of an organization in which the person has a seat today.',
    'town-council',
  ),
})

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-person/7e7c667a-f164-511e-8a9a-0a77f440fb6c'),
  name: Str('Name.', 'Hélène Boisclair'),
  sort_name: Str('Name for sorting: family name first, if known.', 'Boisclair, Hélène'),
  image: NullableStr('URL of a portrait.', null),
  gender: NullableStr('Gender, if the source states it.', null),
  birth_date: Str('Date of birth, or empty.', ''),
  death_date: Str('Date of death, or empty.', ''),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr(
    'Time of the last change to it or its parts.',
    '2026-11-26T11:33:25.000Z',
  ),
}

export const OcdPerson = Obj('OcdPerson', 'A person.', ocdFields)
export type OcdPerson = Type.Static<typeof OcdPerson>

export const OcdPersonDetail = Obj(
  'OcdPersonDetail',
  'A person with names, contact details and memberships.',
  {
    ...ocdFields,
    given_name: Str('Given name, or empty.', 'Hélène'),
    family_name: Str('Family name, or empty.', 'Boisclair'),
    other_names: ArrayOf(OcdName, 'Other spellings of the name.'),
    contact_details: ArrayOf(OcdContact, 'Public contact details.'),
    memberships: ArrayOf(OcdMembership, 'Memberships.'),
    links: ArrayOf(OcdLink, 'Related pages.'),
    sources: ArrayOf(OcdLink, 'Source pages.'),
  },
)
export type OcdPersonDetail = Type.Static<typeof OcdPersonDetail>
