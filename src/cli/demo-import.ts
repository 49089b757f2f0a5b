import { fileURLToPath } from 'node:url'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { load, type Progress } from '../importers/load/load.ts'
import { sources } from '../importers/registry.ts'
import { packageFile } from '../package-file.ts'
import { claimImporting, type WriteStore } from '../store/open.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { reportError } from './program.ts'
import { withWriteStore } from './stores.ts'

// `serve --demo` runs this in a process of its own, which frees the memory of the import.

const record = fileURLToPath(packageFile('data/ottawa-2026'))
const slug = 'ottawa'
const censusCode = '3506008'

// Ends with the server. Without `unref` the listener would keep this process alive.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { databaseUrl } = readConfig()
try {
  await withWriteStore(databaseUrl, importOttawa)
} catch (error) {
  process.exitCode = reportError(error)
}

async function importOttawa(store: WriteStore): Promise<void> {
  const claim = await claimImporting(databaseUrl, slug)
  try {
    if ((await listMunicipalities(store.db)).length > 0) return
    const census = findCensusSubdivision(censusCode)
    const source = await sources.escribe?.open(record)
    if (census === undefined || source === undefined)
      throw new CliError('the sample data of Ottawa is missing; reinstall Reeve', 1)
    // One transaction: if the first start is stopped midway, the next one starts over.
    const target = {
      slug,
      name: census.name,
      divisionId: census.division,
      timeZone: 'America/Toronto',
      url: 'https://ottawa.ca',
    }
    const onProgress = (progress: Progress) => void process.send?.(progress)
    const run = { importer: 'escribe', prune: false, dryRun: false }
    const options = { ...run, clock: systemClock, onProgress }
    await load(store, { target, source, ...options })
  } finally {
    await claim.release()
  }
}
