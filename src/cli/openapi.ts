import { Command } from 'commander'
import { pino } from 'pino'
import { memoryCounters } from '../access/counters.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { openApiDocument } from '../http/openapi-document.ts'
import { migrate, openWriteStore } from '../store/open.ts'
import { version } from '../version.ts'

/** `reeve openapi`: the OpenAPI document on standard output. */
export function openapiCommand(): Command {
  return new Command('openapi').action(async () => {
    console.log(JSON.stringify(await describeApi(), null, 2))
  })
}

// The document does not depend on data, so an empty in-memory database is enough.
async function describeApi(): Promise<object> {
  const store = openWriteStore('sqlite::memory:')
  await migrate(store)
  const logger = pino({ level: 'silent' })
  const config = readConfig()
  const counters = memoryCounters(config.rateLimit, systemClock)
  const parts = { config, store, writing: store, counters, clock: systemClock, logger, version }
  const app = await buildApp(parts)
  await app.ready()
  const document = openApiDocument(app)
  await app.close()
  await store.close()
  return document
}
