import { accountsImporting } from './accounts-importing.ts'
import { archive } from './archive.ts'
import { backupKills } from './backup-kills.ts'
import { canaries } from './canaries.ts'
import { csrf } from './csrf.ts'
import { cursors } from './cursors.ts'
import { databaseFailures } from './database-failures.ts'
import { differential } from './differential.ts'
import { documents } from './documents.ts'
import { duplicates } from './duplicates.ts'
import { enumeration } from './enumeration.ts'
import { gracefulRestarts } from './graceful-restarts.ts'
import { head } from './head.ts'
import { headers } from './headers.ts'
import { hostileFiles } from './hostile-files.ts'
import { hostileSearches } from './hostile-searches.ts'
import { importDisk } from './import-disk.ts'
import { importKills } from './import-kills.ts'
import { keys } from './keys.ts'
import type { StressTest } from './kit/stress-test.ts'
import { legistarLive } from './legistar-live.ts'
import { limitTest } from './limit.ts'
import { limitProcesses } from './limit-processes.ts'
import { markup } from './markup.ts'
import { methodsTest } from './methods.ts'
import { numbers } from './numbers.ts'
import { oneClient } from './one-client.ts'
import { paths } from './paths.ts'
import { races } from './races.ts'
import { redisFailures } from './redis-failures.ts'
import { redisSchedules } from './redis-schedules.ts'
import { replicaFailures } from './replica-failures.ts'
import { restarts } from './restarts.ts'
import { revocations } from './revocations.ts'
import { roundTrip } from './round-trip.ts'
import { scale } from './scale.ts'
import { schedules } from './schedules.ts'
import { searchSyntax } from './search-syntax.ts'
import { separationKills } from './separation-kills.ts'
import { sessions } from './sessions.ts'
import { shownOnce } from './shown-once.ts'
import { signInFlood } from './sign-in-flood.ts'
import { siteCanaries } from './site-canaries.ts'
import { slices } from './slices.ts'
import { sockets } from './sockets.ts'
import { strings } from './strings.ts'

/** Those that ask a service of their own over HTTP. */
export const overHttp = [
  numbers,
  strings,
  duplicates,
  cursors,
  searchSyntax,
  paths,
  methodsTest,
  head,
  headers,
]

/** Those that can run side by side: each has a service or a process of its own. */
export const besideEachOther = [sockets, limitTest, canaries, hostileSearches]

/** Those that only reckon, for seconds without a pause. */
export const reckoning = [schedules, keys]

export const againstSite = [
  csrf,
  sessions,
  shownOnce,
  races,
  enumeration,
  signInFlood,
  oneClient,
  siteCanaries,
  documents,
  gracefulRestarts,
]

/** Those that look at pages through a browser. */
export const againstPages = [markup]

/** Those that import from a server of their own. */
export const fromServers = [legistarLive]

/** Those that end Redis, start it again, and count with it. */
export const withRedis = [redisSchedules, limitProcesses, revocations, redisFailures]

/** Those that end a PostgreSQL server and start it again, or move what it holds. */
export const withPostgres = [databaseFailures, replicaFailures, roundTrip]

/** Those against imports: what is read, and what is done to the disk. */
export const ofImports = [
  archive,
  slices,
  hostileFiles,
  importKills,
  importDisk,
  backupKills,
  separationKills,
  accountsImporting,
]

/** Those that start the service as the README does. */
export const ofStarts = [restarts]

/** All stress tests, in the order in which `npm run stress` lists them. */
export const stressTests: readonly StressTest[] = [
  ...overHttp,
  ...besideEachOther,
  ...reckoning,
  ...againstSite,
  ...againstPages,
  ...withRedis,
  ...withPostgres,
  ...ofImports,
  ...fromServers,
  ...ofStarts,
  differential,
  scale,
]
