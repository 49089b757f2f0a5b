import { fileURLToPath } from 'node:url'
import { createKey } from '../access/keys.ts'
import { listKeys } from '../access/queries.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { load } from '../importers/load/load.ts'
import { sources } from '../importers/registry.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import type { WriteStore } from '../store/open.ts'
import { findCensusSubdivision } from './census.ts'
import { Failure } from './failure.ts'

const record = new URL('../../data/ottawa-2026', import.meta.url)
const slug = 'ottawa'
const censusCode = '3506008'
const email = 'demo@localhost.localdomain'

/** What the demo shows on its first run. */
export interface Demo {
  municipality: string
  /** Absent when the database held a key already. */
  key: string | undefined
}

/** Fills an empty database with the shipped record of Ottawa, and makes one key where there is none. */
export async function prepareDemo(store: WriteStore, { keysPerAccount }: Config): Promise<Demo> {
  const municipalities = await listMunicipalities(store.db)
  if (municipalities.length === 0) await importOttawa(store)
  const keys = await listKeys(store.db)
  const made =
    keys.length === 0
      ? await createKey(store, { email, name: 'Demo', keysMax: keysPerAccount }, systemClock)
      : undefined
  return { municipality: municipalities[0]?.slug ?? slug, key: made?.key }
}

async function importOttawa(store: WriteStore): Promise<void> {
  const census = findCensusSubdivision(censusCode)
  const source = await sources.escribe?.open(fileURLToPath(record))
  if (census === undefined || source === undefined)
    throw new Failure('the shipped record of Ottawa is missing', 1)
  const ottawa = {
    slug,
    name: census.name,
    divisionId: census.division,
    timeZone: 'America/Toronto',
    url: 'https://ottawa.ca',
  }
  // Together with its record: a demo that is stopped while it imports starts afresh the next time.
  await load(store, { target: ottawa, source, prune: false, dryRun: false, clock: systemClock })
}
