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
import { OcdLink, OcdMembership, OcdPost } from '../_shared/ocd.schema.ts'
import { pageUrl, type Unlinked, UpdatedAt } from '../_shared/schema.ts'

const itemFields = {
  id: Int('Numeric id.', 1),
  slug: Str('Stable slug.', 'city-council'),
  name: Str('Name.', 'City Council'),
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
  url: pageUrl('bodies/city-council'),
  updated_at: UpdatedAt,
}

export const OrganizationItem = Obj('OrganizationItem', 'An organization in a list.', itemFields)
export type OrganizationItem = Unlinked<typeof OrganizationItem>

const OrganizationMember = Obj('OrganizationMember', 'A person with a seat in the organization.', {
  person_slug: Str('Slug of the person.', 'rawlson-king'),
  person_name: Str('Name.', 'Rawlson King'),
  role: NullableStr('Role.', 'Councillor'),
  label: NullableStr('Label of the seat, such as a ward.', 'Rideau-Rockcliffe'),
  start_date: NullableDate('Start date; null if unknown.', null),
})

export const OrganizationDetail = Obj(
  'OrganizationDetail',
  'An organization with its members and meetings.',
  {
    ...itemFields,
    members: ArrayOf(OrganizationMember, 'People with an open seat today, by name.'),
    meeting_count: Int('Recorded meetings, including cancelled and scheduled ones.', 9),
    first_meeting_date: NullableDate('Date of the first of them.', '2026-01-28'),
    last_meeting_date: NullableDate('Date of the last of them.', '2026-06-10'),
    source_url: NullableStr('URL of the source page.', null),
  },
)
export type OrganizationDetail = Unlinked<typeof OrganizationDetail>

export const OrganizationQuery = Query(cursorPaging)

const ocdFields = {
  id: Str('Open Civic Data id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
  name: Str('Name.', 'City Council'),
  classification: Type.String({
    enum: ['legislature', 'committee', 'commission', ''],
    description: 'legislature (the council), committee or commission (a board); empty if unknown.',
    examples: ['legislature'],
  }),
  parent_id: NullableStr('Id of the parent organization.', null),
  jurisdiction_id: Str(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3506008/government',
  ),
  image: Str('Always empty.', ''),
  founding_date: Str('Start date, or empty.', ''),
  dissolution_date: Str('End date, or empty.', ''),
  created_at: DateTimeStr('Time of the first import.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr(
    'Time of the last change to it or its memberships.',
    '2026-06-14T11:33:25.000Z',
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
        id: Str('Id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
        name: Str('Name.', 'Audit Committee'),
      }),
      'Child organizations.',
    ),
    links: ArrayOf(OcdLink, 'Pages of the organization.'),
    sources: ArrayOf(OcdLink, 'Source pages.'),
  },
)
export type OcdOrganizationDetail = Type.Static<typeof OcdOrganizationDetail>
