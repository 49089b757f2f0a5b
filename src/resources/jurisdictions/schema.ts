import { Type } from 'typebox'
import { ArrayOf, DateTimeStr, Obj, Str } from '../../http/schema-types.ts'
import { OcdLink } from '../_shared/ocd.schema.ts'

const fields = {
  id: Str('Open Civic Data id.', 'ocd-jurisdiction/country:ca/csd:3599999/government'),
  name: Str('Name.', 'Town of Lowmere (sample)'),
  url: Str('URL of the website, or empty.', 'https://lowmere.example'),
  classification: Type.Literal('government', {
    description: 'Always government.',
    examples: ['government'],
  }),
  division_id: Str('Id of the division it governs.', 'ocd-division/country:ca/csd:3599999'),
  created_at: DateTimeStr('Time of the first import.', '2026-11-26T11:33:25.000Z'),
  updated_at: DateTimeStr('Time of the last change.', '2026-11-26T11:33:25.000Z'),
}

export const OcdJurisdiction = Obj('OcdJurisdiction', 'A jurisdiction: the municipality.', fields)
export type OcdJurisdiction = Type.Static<typeof OcdJurisdiction>

export const OcdJurisdictionDetail = Obj(
  'OcdJurisdictionDetail',
  'A jurisdiction with its sessions.',
  {
    ...fields,
    division: Obj('OcdDivision', 'The division it governs.', {
      id: Str('Id.', 'ocd-division/country:ca/csd:3599999'),
      name: Str('Name.', 'Town of Lowmere (sample)'),
    }),
    legislative_sessions: ArrayOf(
      Obj('OcdLegislativeSession', 'A calendar year.', {
        identifier: Str('The year.', '2026'),
        name: Str('Name.', '2026'),
        classification: Str('Always primary.', 'primary'),
        start_date: Str('Start date.', '2026-01-01'),
        end_date: Str('End date.', '2026-12-31'),
      }),
      'Sessions, newest first: one per calendar year, from the first meeting, bill or vote to the last.',
    ),
    feature_flags: Type.Array(Type.String(), { description: 'Always empty.', examples: [[]] }),
    sources: ArrayOf(OcdLink, 'Source pages.'),
  },
)
export type OcdJurisdictionDetail = Type.Static<typeof OcdJurisdictionDetail>
