import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createKey } from '../access/keys.ts'
import { listKeys } from '../access/queries.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import type { WriteStore } from '../store/open.ts'
import { findCensusSubdivision } from './census.ts'
import { Failure } from './failure.ts'

const record = fileURLToPath(new URL('../../data/ottawa-2026', import.meta.url))
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
  const wanted = { email, name: 'Demo', keysMax: keysPerAccount }
  const made = keys.length === 0 ? await createKey(store, wanted, systemClock) : undefined
  return { municipality: municipalities[0]?.slug ?? slug, key: made?.key }
}

async function importOttawa(store: WriteStore): Promise<void> {
  const census = findCensusSubdivision(censusCode)
  if (census === undefined) throw new Failure('the shipped census table has no row for Ottawa', 1)
  const { name, division: divisionId } = census
  await addMunicipality(
    store,
    { slug, name, divisionId, timeZone: 'America/Toronto', url: 'https://ottawa.ca' },
    systemClock,
  )
  // In a process of its own, as an operator would: its memory ends with it, and the server stays small.
  const command = [process.argv[1] ?? '', 'import', 'escribe', record, '--municipality', slug]
  await promisify(execFile)(process.execPath, command).catch((error: { stderr?: string }) => {
    throw new Failure(
      `the shipped record of Ottawa could not be imported:\n${error.stderr ?? ''}`,
      1,
    )
  })
}
