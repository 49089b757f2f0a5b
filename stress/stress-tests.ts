import { accountsImporting } from './accounts-importing.ts'
import { alerts } from './alerts.ts'
import { alertsLoad } from './alerts-load.ts'
import { archive } from './archive.ts'
import { backupKills } from './backup-kills.ts'
import { canaries } from './canaries.ts'
import { clusterFailover } from './cluster-failover.ts'
import { copies } from './copies.ts'
import { country } from './country.ts'
import { csrf } from './csrf.ts'
import { databaseFailures } from './database-failures.ts'
import { differential } from './differential.ts'
import { enumeration } from './enumeration.ts'
import { floods } from './floods.ts'
import { gracefulRestarts } from './graceful-restarts.ts'
import { hostileFiles } from './hostile-files.ts'
import { importDisk } from './import-disk.ts'
import { importKills } from './import-kills.ts'
import type { StressTest } from './kit/stress-test.ts'
import { legistarLive } from './legistar-live.ts'
import { limitTest } from './limit.ts'
import { limitProcesses } from './limit-processes.ts'
import { literal } from './literal.ts'
import { markup } from './markup.ts'
import { publishKills } from './publish-kills.ts'
import { questions } from './questions.ts'
import { races } from './races.ts'
import { redisFailures } from './redis-failures.ts'
import { redisSchedules } from './redis-schedules.ts'
import { replicaFailures } from './replica-failures.ts'
import { requests } from './requests.ts'
import { restarts } from './restarts.ts'
import { revocations } from './revocations.ts'
import { roundTrip } from './round-trip.ts'
import { scale } from './scale.ts'
import { schedules } from './schedules.ts'
import { searches } from './searches.ts'
import { slices } from './slices.ts'
import { sockets } from './sockets.ts'
import { syncLoad } from './sync-load.ts'

/** Tests that call their own service over HTTP. */
export const overHttp = [requests, literal]

/** Tests that can run in parallel: each has its own service or process. */
export const inParallel = [sockets, limitTest]

/** Tests that only compute and block the event loop for seconds. */
export const cpuBound = [schedules]

/** Tests of where secrets appear, and of forms from other sites. */
export const secretTests = [canaries, csrf]

/** Tests of concurrent forms of one account. */
export const accountTests = [races]

/** Tests of sign-in that measure its time. */
export const signInTests = [enumeration]

/** Tests that put load on the site. */
export const siteLoad = [floods, gracefulRestarts, syncLoad, alertsLoad, country]

/** Tests in a browser. */
export const inBrowser = [markup]

/** Tests that import from their own server. */
export const liveImports = [legistarLive]

/** Tests that stop and restart Redis. */
export const withRedis = [redisSchedules, limitProcesses, revocations, redisFailures]

/** Tests that stop and restart PostgreSQL, or copy its data. */
export const withPostgres = [databaseFailures, replicaFailures, roundTrip]

/** Tests of what imports read. */
export const importTests = [archive, slices, hostileFiles, copies]

/** Tests of imports, and what runs beside them, whose process or disk fails. */
export const importFailures = [
  importKills,
  importDisk,
  backupKills,
  publishKills,
  accountsImporting,
]

/** Tests of what is sent, whose process ends at any time. */
export const alertTests = [alerts]

/** Tests that start the service as the README does. */
export const startTests = [restarts]

/** All stress tests, in the order in which `npm run stress` lists them. */
export const stressTests: readonly StressTest[] = [
  ...overHttp,
  ...inParallel,
  ...cpuBound,
  ...secretTests,
  ...accountTests,
  ...signInTests,
  ...siteLoad,
  ...inBrowser,
  ...withRedis,
  ...withPostgres,
  ...importTests,
  ...importFailures,
  ...alertTests,
  ...liveImports,
  ...startTests,
  differential,
  searches,
  questions,
  scale,
  clusterFailover,
]
