import { readFileSync } from 'node:fs'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { dateInZone } from '../core/calendar-date.ts'
import { systemClock } from '../core/clock.ts'
import { load, type Progress } from '../importers/load/load.ts'
import { openSample } from '../importers/sample/index.ts'
import type { Sample } from '../importers/sample/schema.ts'
import { packageFile } from '../package-file.ts'
import { claimImporting, type WriteStore } from '../store/open.ts'
import { reportError } from './program.ts'
import { withWriteStore } from './stores.ts'

// `serve --demo` runs this in a process of its own, which frees the memory of the import.

const slug = 'lowmere'

// Ends with the server. Without `unref` the listener would keep this process alive.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { databaseUrl } = readConfig()
try {
  await withWriteStore(databaseUrl, importSample)
} catch (error) {
  process.exitCode = reportError(error)
}

async function importSample(store: WriteStore): Promise<void> {
  const claim = await claimImporting(databaseUrl, slug)
  try {
    if ((await listMunicipalities(store.db)).length > 0) return
    const sample: Sample = JSON.parse(readFileSync(packageFile('dist/sample.json'), 'utf8'))
    const { name, division_id, time_zone, url } = sample.town
    // One transaction: if the first start is stopped midway, the next one starts over.
    const target = { slug, name, divisionId: division_id, timeZone: time_zone, url }
    const onProgress = (progress: Progress) => void process.send?.(progress)
    const run = { importer: 'sample', prune: false, dryRun: false }
    const options = { ...run, clock: systemClock, onProgress }
    const source = openSample(sample, dateInZone(systemClock.now(), time_zone))
    await load(store, { target, source, ...options })
  } finally {
    await claim.release()
  }
}
