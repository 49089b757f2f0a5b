import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { load } from '../importers/load/load.ts'
import { sources } from '../importers/registry.ts'
import { packageFile } from '../package-file.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import { claimImporting, type WriteStore } from '../store/open.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { reportError } from './program.ts'
import { withWriteStore } from './stores.ts'

// What `serve --demo` runs in a process of its own: the memory of an import ends with it, and the server stays small.

const record = fileURLToPath(packageFile('data/ottawa-2026'))
const censusCode = '3506008'

// The server is gone; the next one imports. Listening alone would keep this process alive.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { databaseUrl } = readConfig()
try {
  await withWriteStore(databaseUrl, importOttawa)
} catch (error) {
  process.exitCode = reportError(error)
}

async function importOttawa(store: WriteStore): Promise<void> {
  const claim = await claimImporting(databaseUrl)
  try {
    if ((await listMunicipalities(store.db)).length > 0) return
    const census = findCensusSubdivision(censusCode)
    const source = await sources.escribe?.open(record)
    if (census === undefined || source === undefined)
      throw new CliError('the shipped record of Ottawa is missing', 1)
    // The municipality comes into being with its record: a first start that is stopped midway starts afresh the next time.
    const target = {
      slug: 'ottawa',
      name: census.name,
      divisionId: census.division,
      timeZone: 'America/Toronto',
      url: 'https://ottawa.ca',
    }
    const options = { importer: 'escribe', prune: false, dryRun: false, clock: systemClock }
    await load(store, { target, source, ...options })
  } finally {
    await claim.release()
  }
}
