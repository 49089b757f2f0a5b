import { Type } from 'typebox'
import { Many, MaybeText, MomentText, Shape, Text } from '../../http/schema-types.ts'
import { OcdLink, OcdMembership } from '../_shared/ocd.schema.ts'

const fields = {
  id: Text('Open Civic Data id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
  name: Text('Name.', 'City Council'),
  classification: Type.String({
    enum: ['legislature', 'committee', 'commission', ''],
    description:
      'legislature for the council, committee, commission for a board; empty when unknown.',
    examples: ['legislature'],
  }),
  parent_id: MaybeText('Id of the organization that it belongs to.', null),
  jurisdiction_id: Text(
    'Id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3506008/government',
  ),
  image: Text('Always empty: the record has no pictures of bodies.', ''),
  founding_date: Text('First day, or empty.', ''),
  dissolution_date: Text('Last day, or empty.', ''),
  created_at: MomentText('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: MomentText('When it, or a seat in it, last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdOrganization = Shape(
  'OcdOrganization',
  'An organization: the council, a committee or a board.',
  fields,
)
export type OcdOrganization = Type.Static<typeof OcdOrganization>

export const OcdOrganizationDetail = Shape(
  'OcdOrganizationDetail',
  'An organization, with its members.',
  {
    ...fields,
    memberships: Many(OcdMembership, 'Seats in it, by name.'),
    children: Many(
      Shape('OcdOrganizationChild', 'An organization that belongs to it.', {
        id: Text('Id.', 'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7'),
        name: Text('Name.', 'Audit Committee'),
      }),
      'Organizations that belong to it.',
    ),
    links: Many(OcdLink, 'Its own pages.'),
    sources: Many(OcdLink, 'Where this was read.'),
  },
)
export type OcdOrganizationDetail = Type.Static<typeof OcdOrganizationDetail>
