import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createKeyOf } from '../access/keys.ts'
import { listKeys } from '../access/queries.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { packageFile } from '../package-file.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import type { WriteStore } from '../store/open.ts'
import { Failure } from './failure.ts'

const demoImport = fileURLToPath(packageFile('dist/demo-import.js'))
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
  if (municipalities.length === 0) await importOttawa()
  const keys = await listKeys(store.db)
  const wanted = { email, name: 'Demo', keysMax: keysPerAccount }
  const made = keys.length === 0 ? await createKeyOf(store, wanted, systemClock) : undefined
  return { municipality: municipalities[0]?.slug ?? 'ottawa', key: made?.key }
}

async function importOttawa(): Promise<void> {
  await promisify(execFile)(process.execPath, [demoImport]).catch((error: { stderr?: string }) => {
    throw new Failure(
      `the shipped record of Ottawa could not be imported:\n${error.stderr ?? ''}`,
      1,
    )
  })
}
