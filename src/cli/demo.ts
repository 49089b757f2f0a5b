import { text } from 'node:stream/consumers'
import { createKeyForEmail } from '../access/keys.ts'
import { listKeys, listMunicipalities } from '../access/queries.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import type { WriteStore } from '../store/open.ts'
import { exitCodeOf, startChild } from './child.ts'
import { CliError } from './cli-error.ts'

const email = 'demo@localhost.localdomain'

export interface Demo {
  municipality: string
  /** Undefined if the database already had a key. */
  key: string | undefined
}

/**
 * Imports the sample data of Lowmere into an empty database and creates a key if none exists. `show` is called before the
 * key is committed, so that no key exists that was never shown.
 */
export async function prepareDemo(
  store: WriteStore,
  { keysPerAccount }: Config,
  stop: AbortSignal,
  show: (demo: Demo) => void,
): Promise<void> {
  const municipalities = await listMunicipalities(store.db)
  if (municipalities.length === 0) await importSample(stop)
  if (stop.aborted) return
  const municipality = municipalities[0]?.slug ?? 'lowmere'
  if ((await listKeys(store.db)).length > 0) return show({ municipality, key: undefined })
  const options = { email, name: 'Demo', keysMax: keysPerAccount }
  await createKeyForEmail(store, options, systemClock, ({ key }) => show({ municipality, key }))
}

/** As the command, because a process of its own frees the memory of the import when it ends. */
async function importSample(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  process.stderr.write('Importing the sample data of Lowmere …\n')
  const words = ['import', 'sample', 'lowmere', '--municipality', 'lowmere']
  const child = startChild(words, ['ignore', 'pipe', 'inherit'])
  const output = child.stdout === null ? '' : text(child.stdout)
  const [code, report] = await Promise.all([exitCodeOf(child, stop), output])
  if (stop.aborted) return
  if (code !== 0) throw new CliError('the sample data of Lowmere was not imported', 1)
  process.stderr.write(`${report.trim().split('\n').at(-1)}\n`)
}
