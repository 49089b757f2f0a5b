import { type Static, Type } from 'typebox'
import { described, Name, nullable, object, Url, Word } from './shapes.ts'

/** The council itself, as the source describes it; required only to create a municipality. */
export const MunicipalityPart = object({
  name: described(Name, 'Name, such as `Town of Perth`.'),
  division_id: Type.String({
    pattern: '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$',
    description: 'Open Civic Data division id, such as `ocd-division/country:ca/csd:3509021`.',
  }),
  time_zone: described(Word, 'IANA time zone, such as `America/Toronto`.'),
  url: nullable(Url, { description: 'Website.' }),
})
export type MunicipalityPart = Static<typeof MunicipalityPart>
