import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { memoryCounters } from '../../../src/access/counters.ts'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { migrate, openWriteStore } from '../../../src/store/open.ts'

/** The settings of a site at this URL; the API has a different URL, so that tests can tell them apart. */
export function testConfig(siteUrl: string): AppOptions['config'] {
  return {
    siteUrl,
    baseUrl: 'https://api.example',
    rateLimit: 100,
    openRateLimit: 600,
    mcp: true,
    publishDir: null,
    keysPerAccount: 10,
    signups: 'open',
    signInAllowed: true,
    databaseUrl: 'sqlite::memory:',
    trustProxy: [],
    pageCache: 32 * 1024 * 1024,
    operatorName: null,
    operatorContact: null,
    sourceUrl: null,
    securityContact: null,
    mailFrom: null,
    operatorPostal: null,
  }
}

/** The app over a database, by default without logs and with the system clock. */
export function buildTestApp(
  parts: Pick<AppOptions, 'config' | 'store' | 'writing'> & Partial<AppOptions>,
): Promise<FastifyInstance> {
  const logger = pino({ level: 'silent' })
  const { clock = systemClock } = parts
  const counters = memoryCounters(parts.config.rateLimit, clock)
  return buildApp({ clock, counters, logger, version: 'test', ...parts })
}

/** Runs `work` with an app over an empty database in memory, which does not listen. */
export async function lookAtApp<T>(
  parts: Pick<AppOptions, 'config'> & Partial<AppOptions>,
  work: (app: FastifyInstance) => T | Promise<T>,
): Promise<T> {
  const store = openWriteStore('sqlite::memory:')
  await migrate(store)
  const app = await buildTestApp({ store, writing: store, ...parts })
  await app.ready()
  const seen = await work(app)
  await app.close()
  await store.close()
  return seen
}
