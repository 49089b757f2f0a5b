import { systemClock } from '../../../src/core/clock.ts'
import { load } from '../../../src/importers/load/load.ts'
import { addMunicipality } from '../../../src/importers/load/municipalities.ts'
import type { WriteStore } from '../../../src/store/open.ts'
import { sourceOf, town, townRecords } from './town.ts'

/** Adds the fixture town, and imports its record. */
export async function importTown(store: WriteStore): Promise<void> {
  const target = await addMunicipality(store, town, systemClock)
  const source = sourceOf(townRecords())
  await load(store, { target, source, prune: false, dryRun: false, clock: systemClock })
}
