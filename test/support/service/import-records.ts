import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { load } from '../../../src/importers/load/load.ts'
import {
  addMunicipality,
  findTarget,
  type NewMunicipality,
} from '../../../src/importers/load/municipalities.ts'
import { sourceOf, town } from '../towns/town.ts'
import type { Service } from './service.ts'

interface ImportOptions {
  slug?: string
  prune?: boolean
  clock?: Clock
  isPartial?: boolean
  importer?: string
}

/** Imports records into a municipality while it is served. */
export async function importRecords(
  service: Service,
  records: readonly unknown[],
  {
    slug = town.slug,
    prune = false,
    clock = systemClock,
    isPartial = false,
    importer,
  }: ImportOptions = {},
) {
  const target = await findTarget(service.writing, slug)
  if (target === undefined) throw new Error(`no municipality ${slug}`)
  const source = { ...sourceOf(records), isPartial }
  const named = importer === undefined ? {} : { importer }
  return load(service.writing, { target, source, ...named, prune, dryRun: false, clock })
}

/** A second municipality, to test that towns do not show each other's data. */
export const otherTown = {
  slug: 'lambton',
  name: 'Town of Lambton',
  divisionId: 'ocd-division/country:ca/csd:9900002',
  timeZone: 'America/Halifax',
  url: 'https://lambton.example',
}

/** Adds a municipality to a running service and imports its records. */
export async function addTown(
  service: Service,
  records: readonly unknown[],
  municipality: NewMunicipality = otherTown,
): Promise<void> {
  await addMunicipality(service.writing, municipality, systemClock)
  await importRecords(service, records, { slug: municipality.slug })
}
