import { Type } from 'typebox'
import {
  ArrayOf,
  cursorPaging,
  DateTimeStr,
  Int,
  Nullable,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { OcdLink, OcdMembership, OcdName, OcdPost } from '../_shared/ocd.schema.ts'
import { markFields, pageUrl, type Unlinked, UpdatedAt } from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 1),
  slug: Str('Stable slug.', 'town-council'),
  name: Str('Name.', 'Town Council'),
  name_fr: NullableStr('Name in French; null if the source has none.', 'Conseil municipal'),
  classification: Nullable(
    Type.String({
      enum: ['council', 'committee', 'board', 'commission', 'other'],
      description: 'Kind of organization; null if unknown.',
      examples: ['council'],
    }),
  ),
  parent_slug: NullableStr('Slug of the organization that it belongs to.', null),
  is_active: Nullable(
    Type.Boolean({
      description:
        'Whether it exists today: false before its start date or after its end date, true if it has members; null if the record says neither.',
      examples: [true],
    }),
  ),
  url: pageUrl('bodies/town-council'),
  updated_at: UpdatedAt,
  founding_date: NullableDate('First day; null if unknown.', null),
  dissolution_date: NullableDate('Last day; null if unknown or ongoing.', null),
}

export const OrganizationItem = Obj('OrganizationItem', 'An organization in a list.', itemFields)
export type OrganizationItem = Unlinked<typeof OrganizationItem>

const OrganizationMember = Obj('OrganizationMember', 'A person with a seat in the organization.', {
  person_slug: Str('Slug of the person.', 'helene-boisclair'),
  person_name: Str('Name.', 'Hélène Boisclair'),
  role: NullableStr('Role.', 'Councillor'),
  label: NullableStr('Label of the seat, such as a ward.', 'Ward 3 Sainte-Odile'),
  start_date: NullableDate('Start date; null if unknown.', '2023-05-08'),
})

export const OrganizationDetail = Obj(
  'OrganizationDetail',
  'An organization with its members and meetings.',
  {
    ...itemFields,
    ...markFields,
    members: ArrayOf(OrganizationMember, 'People with an open seat today, by name.'),
    meeting_count: Int('Recorded meetings, including cancelled and scheduled ones.', 31),
    first_meeting_date: NullableDate('Date of the first of them.', '2025-05-20'),
    last_meeting_date: NullableDate('Date of the last of them.', '2026-12-29'),
    website: NullableStr('URL of its own page, if the source has it.', null),
    source_url: NullableStr('URL of the source page.', null),
    other_names: Type.Array(Type.String(), {
      description: 'Earlier and other names.',
      examples: [['Municipal Council']],
    }),
  },
)
export type OrganizationDetail = Unlinked<typeof OrganizationDetail>

export const OrganizationQuery = Query(cursorPaging)

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715'),
  name: Str('Name.', 'Town Council'),
  classification: Type.String({
    enum: ['legislature', 'committee', 'commission', ''],
    description: 'legislature (the council), committee or commission (a board); empty if unknown.',
    examples: ['legislature'],
  }),
  parent_id: NullableStr('Id of the parent organization.', null),
  jurisdiction_id: Str(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3599999/government',
  ),
  image: Str('Always empty.', ''),
  founding_date: Str('Start date, or empty.', ''),
  dissolution_date: Str('End date, or empty.', ''),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr(
    'Time of the last change to it or its memberships.',
    '2026-11-26T11:33:25.000Z',
  ),
}

export const OcdOrganization = Obj(
  'OcdOrganization',
  'An organization: the council, a committee or a board.',
  ocdFields,
)
export type OcdOrganization = Type.Static<typeof OcdOrganization>

export const OcdOrganizationDetail = Obj(
  'OcdOrganizationDetail',
  'An organization with its members.',
  {
    ...ocdFields,
    memberships: ArrayOf(OcdMembership, 'Memberships, by name.'),
    posts: ArrayOf(OcdPost, 'Seats with a label, such as wards, by label.'),
    children: ArrayOf(
      Obj('OcdOrganizationChild', 'A child organization.', {
        id: Str('Id.', 'ocd-organization/7e2fdc69-0010-5908-82df-c00e89b78817'),
        name: Str('Name.', 'Planning Committee'),
      }),
      'Child organizations.',
    ),
    other_names: ArrayOf(OcdName, 'Earlier and other names.'),
    links: ArrayOf(OcdLink, 'Pages of the organization.'),
    sources: ArrayOf(OcdLink, 'Source pages.'),
  },
)
export type OcdOrganizationDetail = Type.Static<typeof OcdOrganizationDetail>
