import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Mailer } from '../alerts/email.ts'
import { buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { LiveBranding } from '../core/branding.ts'
import { systemClock } from '../core/clock.ts'
import { Shutdown } from '../http/shutdown.ts'
import { Metrics, type ProcessMetrics } from '../operations/metrics.ts'
import { packageFile } from '../package-file.ts'
import { openWriteStore, type WriteStore } from '../store/open.ts'
import { openReadStores, type ReadStores } from '../store/replica.ts'
import { version } from '../version.ts'
import { listenFailure } from './cli-error.ts'
import { jsonLogger } from './logger.ts'
import { mailConfigOf } from './mail-config.ts'
import { openCounters, openRedis } from './open-counters.ts'

/** How long idle connections stay open after a server has stopped accepting, in milliseconds. */
const keepAliveGraceMs = 1000

export interface Server {
  /** Finishes requests in flight, then closes everything; `atOnce` waits for no load balancer and no idle connection. */
  end(atOnce?: boolean): Promise<void>
}

export interface MetricsSources {
  own: Metrics
  gather: () => Promise<ProcessMetrics[]>
}

interface ServerParts {
  branding: LiveBranding
  metrics?: MetricsSources | undefined
  shutdown?: Shutdown
  /** Called when everything else is ready. */
  beforeListening?: (() => Promise<void>) | undefined
}

/** Throws `CliError` if the server cannot listen. */
export async function startServer(
  config: Config,
  { branding, metrics, shutdown = new Shutdown(), beforeListening }: ServerParts,
): Promise<Server> {
  const logger = jsonLogger(config.logLevel)
  // Closed in reverse: the last writing handle removes the journal.
  const parts = new AsyncDisposableStack()
  try {
    const link = await openRedis(config, logger)
    if (link !== undefined) parts.defer(() => link.close())
    const writing = openWriteStore(config.databaseUrl, 'serving')
    parts.defer(() => writing.close())
    const stores = openReadStores(config, packageFile('dist/search-worker.js'))
    parts.defer(() => stores.close())
    await stores.check()
    metrics?.own.observeStores(handlesOf(stores, writing))
    const counters = await openCounters(config, stores.primary, link)
    const mailer = await mailerOf(config)
    const app = await buildApp({
      config,
      branding,
      store: stores.primary,
      record: stores.record,
      writing,
      counters,
      clock: systemClock,
      logger,
      version,
      shutdown,
      ...(metrics === undefined ? {} : { metrics }),
      ...(mailer === undefined ? {} : { mailer }),
    })
    parts.defer(() => app.close())
    await beforeListening?.()
    await listen(app, config)
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
  return {
    end: async (atOnce = false) => {
      shutdown.begin()
      shutdown.keepAliveGraceMs = atOnce ? 0 : keepAliveGraceMs
      await pause(atOnce ? 0 : config.drainSeconds * 1000)
      await parts.disposeAsync()
    },
  }
}

/** Loads the library that sends e-mails only if there is a mail server. */
async function mailerOf(config: Config): Promise<Mailer | undefined> {
  const mail = mailConfigOf(config)
  if (mail === undefined) return undefined
  const { openMailer } = await import('../alerts/email.ts')
  return openMailer(mail)
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  await app.listen({ host: config.host, port: config.port }).catch((error) => {
    throw listenFailure(error, config)
  })
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
