import { Type } from 'typebox'
import { ArrayOf, DateTimeStr, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { OcdLink, OcdMembership } from '../_shared/ocd.schema.ts'

const fields = {
  id: Str('Open Civic Data id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
  name: Str('Name.', 'City Council'),
  classification: Type.String({
    enum: ['legislature', 'committee', 'commission', ''],
    description:
      'legislature for the council, committee, commission for a board; empty when unknown.',
    examples: ['legislature'],
  }),
  parent_id: NullableStr('Id of the organization that it belongs to.', null),
  jurisdiction_id: Str(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3506008/government',
  ),
  image: Str('Always empty: the record has no pictures of bodies.', ''),
  founding_date: Str('First day, or empty.', ''),
  dissolution_date: Str('Last day, or empty.', ''),
  created_at: DateTimeStr('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: DateTimeStr('When it, or a seat in it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdOrganization = Obj(
  'OcdOrganization',
  'An organization: the council, a committee or a board.',
  fields,
)
export type OcdOrganization = Type.Static<typeof OcdOrganization>

export const OcdOrganizationDetail = Obj(
  'OcdOrganizationDetail',
  'An organization, with its members.',
  {
    ...fields,
    memberships: ArrayOf(OcdMembership, 'Seats in it, by name.'),
    children: ArrayOf(
      Obj('OcdOrganizationChild', 'An organization that belongs to it.', {
        id: Str('Id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
        name: Str('Name.', 'Audit Committee'),
      }),
      'Organizations that belong to it.',
    ),
    links: ArrayOf(OcdLink, 'Its own pages.'),
    sources: ArrayOf(OcdLink, 'Where this was read.'),
  },
)
export type OcdOrganizationDetail = Type.Static<typeof OcdOrganizationDetail>
