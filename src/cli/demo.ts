import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createKeyForEmail } from '../access/keys.ts'
import { listKeys, listMunicipalities } from '../access/queries.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import type { Progress } from '../importers/load/load.ts'
import { packageFile } from '../package-file.ts'
import type { WriteStore } from '../store/open.ts'
import { CliError } from './cli-error.ts'
import { ProgressDisplay } from './progress.ts'

const demoImport = fileURLToPath(packageFile('dist/demo-import.js'))
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

async function importSample(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  const child = fork(demoImport, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const end = () => void child.kill('SIGKILL')
  process.stderr.write('Importing the sample data of Lowmere …\n')
  let display: ProgressDisplay | undefined
  let records = 0
  child.on('message', (progress: Progress) => {
    // Its time starts with the first record, not with the start of the process.
    display ??= new ProgressDisplay(process.stderr, () => systemClock.monotonic())
    display.show(progress)
    records = progress.done
  })
  stop.addEventListener('abort', end)
  try {
    const [[code, signal], errors] = await Promise.all([
      once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
      child.stderr === null ? '' : text(child.stderr),
    ])
    if (stop.aborted) return
    if (code === 0) {
      display?.end()
      process.stderr.write(`Imported ${records} records.\n`)
      return
    }
    const reason =
      errors.trim().replace(/^reeve: /, '') || `the process ended with ${signal ?? code}`
    throw new CliError(`cannot import the sample data of Lowmere: ${reason}`, 1)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`cannot import the sample data of Lowmere: ${(error as Error).message}`, 1)
  } finally {
    display?.end()
    stop.removeEventListener('abort', end)
  }
}
