import { Type } from 'typebox'
import { Many, MomentText, Shape, Text } from '../../http/schema-types.ts'
import { OcdLink } from '../_shared/ocd.schema.ts'

const fields = {
  id: Text('Open Civic Data id.', 'ocd-jurisdiction/country:ca/csd:3506008/government'),
  name: Text('Name.', 'City of Ottawa'),
  url: Text('Website, or empty.', 'https://ottawa.ca'),
  classification: Type.Literal('government', {
    description: 'Always government.',
    examples: ['government'],
  }),
  division_id: Text('Id of the division that it governs.', 'ocd-division/country:ca/csd:3506008'),
  created_at: MomentText('When this service first had it.', '2026-06-14T11:33:25.000Z'),
  updated_at: MomentText('When its record last changed.', '2026-06-14T11:33:25.000Z'),
}

export const OcdJurisdiction = Shape('OcdJurisdiction', 'A jurisdiction: the municipality.', fields)
export type OcdJurisdiction = Type.Static<typeof OcdJurisdiction>

export const OcdJurisdictionDetail = Shape(
  'OcdJurisdictionDetail',
  'A jurisdiction, with its sessions.',
  {
    ...fields,
    division: Shape('OcdDivision', 'The division that it governs.', {
      id: Text('Id.', 'ocd-division/country:ca/csd:3506008'),
      name: Text('Name.', 'City of Ottawa'),
    }),
    legislative_sessions: Many(
      Shape('OcdLegislativeSession', 'A calendar year with meetings.', {
        identifier: Text('The year.', '2026'),
        name: Text('Name.', '2026'),
        classification: Text('Always primary.', 'primary'),
        start_date: Text('First day.', '2026-01-01'),
        end_date: Text('Last day.', '2026-12-31'),
      }),
      'Sessions, newest first: the calendar years between the first and the last meeting.',
    ),
    feature_flags: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
    sources: Many(OcdLink, 'Where this was read.'),
  },
)
export type OcdJurisdictionDetail = Type.Static<typeof OcdJurisdictionDetail>
