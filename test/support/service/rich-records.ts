import { realRecords } from '../imports/real-records.ts'
import { ottawa, startOttawa } from '../ottawa/service.ts'
import { cases } from '../project/cases.ts'
import { lowmere, startLowmere } from '../sample/service.ts'
import type { Service } from './service.ts'

interface RichRecord {
  name: string
  municipality: Omit<typeof lowmere, 'url'> & { url: string | null }
  start: () => Promise<Service>
  /** A title in each language of the record. */
  titles: { en: string; fr?: string }
}

/** The sample data, and nightly the record of Ottawa if it is there. */
export const richRecords: readonly RichRecord[] = [
  {
    name: lowmere.name,
    municipality: lowmere,
    start: () => startLowmere(),
    titles: {
      en: 'Cash in place of parking for the restaurant at 31 Mill Street',
      fr: "Pétition sur la hauteur des immeubles près de l'École des Deux-Rives",
    },
  },
  ...(cases(undefined, realRecords) === undefined
    ? []
    : [
        {
          name: ottawa.name,
          municipality: ottawa,
          start: () => startOttawa(),
          titles: { en: 'Status of amendments to the Residential Tenancies Act, 2006' },
        },
      ]),
]
