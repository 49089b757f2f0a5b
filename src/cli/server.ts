import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { version } from '../config/version.ts'
import { systemClock } from '../core/clock.ts'
import { Shutdown } from '../http/shutdown.ts'
import { Metrics, type Snapshot } from '../operations/metrics.ts'
import { packageFile } from '../package-file.ts'
import { openWriteStore, type WriteStore } from '../store/open.ts'
import { openReadStores, type ReadStores } from '../store/replica.ts'
import type { Drain } from './drain.ts'
import { listenFailure } from './free-port.ts'
import { jsonLogger } from './logger.ts'
import { openCounters, openRedis } from './open-counters.ts'

export interface Server {
  /** Finishes requests in flight, then closes everything. */
  end(drain: Drain): Promise<void>
}

export interface MetricsSources {
  own: Metrics
  gather: () => Promise<Snapshot[]>
}

/** Throws `CliError` if the server cannot listen. */
export async function startServer(
  config: Config,
  metrics: MetricsSources | undefined,
  shutdown = new Shutdown(),
): Promise<Server> {
  const logger = jsonLogger(config.logLevel)
  const link = await openRedis(config, logger)
  const writing = openWriteStore(config.databaseUrl, 'serving')
  const stores = openReadStores(config, packageFile('dist/search-worker.js'))
  await stores.check()
  metrics?.own.observeStores(handlesOf(stores, writing))
  const counters = await openCounters(config, stores.primary, link)
  const closeParts = async () => {
    await counters.close()
    await stores.close()
    // Last, because the last writing handle removes the journal.
    await writing.close()
  }
  const app = await buildApp({
    config,
    store: stores.primary,
    record: stores.record,
    writing,
    counters,
    clock: systemClock,
    logger,
    version,
    shutdown,
    ...(metrics === undefined ? {} : { metrics }),
  })
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    await closeParts()
    throw listenFailure(error as NodeJS.ErrnoException, config)
  }
  return {
    end: async ({ readinessDelayMs, keepAliveGraceMs }) => {
      shutdown.begin()
      shutdown.keepAliveGraceMs = keepAliveGraceMs
      await pause(readinessDelayMs)
      await app.close()
      await closeParts()
    },
  }
}

function handlesOf({ primary, record }: ReadStores, writing: WriteStore) {
  return { reading: primary, ...(record !== primary && { replica: record }), writing }
}

/** Metrics of a single process; undefined if they are off. */
export function ownMetrics({ metrics }: Config): MetricsSources | undefined {
  if (!metrics) return undefined
  const own = new Metrics('1')
  return { own, gather: async () => [await own.snapshot()] }
}
