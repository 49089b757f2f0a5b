import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { load } from '../importers/load/load.ts'
import { sources } from '../importers/registry.ts'
import { packageFile } from '../package-file.ts'
import { findCensusSubdivision } from './census.ts'
import { Failure } from './failure.ts'
import { withWriteStore } from './stores.ts'

// What `serve --demo` runs in a process of its own: the memory of an import ends with it, and the server stays small.

const record = fileURLToPath(packageFile('data/ottawa-2026'))
const censusCode = '3506008'

const census = findCensusSubdivision(censusCode)
const source = await sources.escribe?.open(record)
if (census === undefined || source === undefined) {
  throw new Failure('the shipped record of Ottawa is missing', 1)
}
// The municipality comes into being with its record: a first start that is stopped midway starts afresh the next time.
const target = {
  slug: 'ottawa',
  name: census.name,
  divisionId: census.division,
  timeZone: 'America/Toronto',
  url: 'https://ottawa.ca',
}
const options = { target, source, prune: false, dryRun: false, clock: systemClock }
await withWriteStore(readConfig().databaseUrl, (store) => load(store, options))
