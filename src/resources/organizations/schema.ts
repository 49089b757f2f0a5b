import { Type } from 'typebox'
import { ArrayOf, DateTimeStr, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { OcdLink, OcdMembership } from '../_shared/ocd.schema.ts'

const fields = {
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
  fields,
)
export type OcdOrganization = Type.Static<typeof OcdOrganization>

export const OcdOrganizationDetail = Obj(
  'OcdOrganizationDetail',
  'An organization with its members.',
  {
    ...fields,
    memberships: ArrayOf(OcdMembership, 'Memberships, by name.'),
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
