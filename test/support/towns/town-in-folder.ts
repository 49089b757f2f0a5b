import { join } from 'node:path'
import { createKeyForEmail } from '../../../src/access/keys.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { load } from '../../../src/importers/load/load.ts'
import { addMunicipality } from '../../../src/importers/load/municipalities.ts'
import { migrate, openWriteStore } from '../../../src/store/open.ts'
import { sourceOf, town, townRecords } from './town.ts'

/** Imports the fixture town into an empty database, and creates keys; returns them. */
export async function fillTown(databaseUrl: string, keys: number): Promise<string[]> {
  const store = openWriteStore(databaseUrl)
  await migrate(store)
  const clock = systemClock
  const target = await addMunicipality(store, town, clock)
  const source = sourceOf(townRecords())
  await load(store, { target, source, prune: false, dryRun: false, clock })
  const made: string[] = []
  for (let i = 0; i < keys; i += 1) {
    const account = { email: `clerk-${i}@pemberley.example`, name: null, keysMax: 10 }
    made.push((await createKeyForEmail(store, account, clock)).key)
  }
  await store.close()
  return made
}

/** The default database of `reeve serve` in a folder. */
export function databaseOf(folder: string): string {
  return `sqlite:${join(folder, 'data/reeve.db')}`
}
