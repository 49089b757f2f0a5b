import { resolve } from 'node:path'
import type { Clock } from '../../../src/core/clock.ts'
import { escribe } from '../../../src/importers/escribe/index.ts'
import { realRecords } from '../imports/real-records.ts'
import { type Service, startService } from '../service/service.ts'

export const ottawa = {
  slug: 'ottawa',
  name: 'City of Ottawa',
  divisionId: 'ocd-division/country:ca/csd:3506008',
  timeZone: 'America/Toronto',
  url: 'https://ottawa.ca',
}

export const ottawaFolder = resolve(realRecords ?? '', 'ottawa-2026')

export const openOttawa = () => escribe.open(ottawaFolder)

/** A service with the record of Ottawa. */
export async function startOttawa(clock?: Clock): Promise<Service> {
  return startService({
    municipality: ottawa,
    source: openOttawa,
    ...(clock === undefined ? {} : { clock }),
  })
}
