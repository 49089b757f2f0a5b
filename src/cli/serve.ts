import { Command } from 'commander'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import { version } from '../config/version.ts'
import { systemClock } from '../core/clock.ts'
import { claimServing, migrate, openReadStore, openWriteStore } from '../store/open.ts'
import { type Demo, prepareDemo } from './demo.ts'
import { Failure } from './failure.ts'
import { freePort } from './free-port.ts'
import { jsonLogger } from './logger.ts'

interface ServeOptions {
  host?: string
  port?: string
  demo?: boolean
}

/** `reeve serve`: the API and the site. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API and the site')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--demo', 'import the shipped Ottawa record, and make a key, where there is none yet')
    .action(async ({ host, port, demo }: ServeOptions) => {
      const overrides = {
        ...(host === undefined ? {} : { HOST: host }),
        ...(port === undefined ? {} : { PORT: port }),
      }
      const asked = readConfig(overrides)
      const PORT = String(asked.port === 0 ? await freePort(asked.host) : asked.port)
      await serve(readConfig({ ...overrides, PORT }), demo === true)
    })
}

async function serve(config: Config, demo: boolean): Promise<void> {
  const writing = openWriteStore(config.databaseUrl)
  const release = claimServing(config.databaseUrl)
  await migrate(writing)
  const made = demo ? await prepareDemo(writing, config) : undefined
  const store = openReadStore(config.databaseUrl)
  const app = await buildApp({
    config,
    store,
    writing,
    clock: systemClock,
    logger: jsonLogger(config.logLevel),
    version,
  })
  // Before the first answer, so that whoever has had one can end the server in good order.
  const stopped = stopSignal()
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    // The handle that can write is closed last: it takes the journal away.
    await store.close()
    await writing.close()
    throw new Failure(`cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`)
  }
  greet(config, made)
  await stopped
  await app.close()
  await store.close()
  await writing.close()
  release()
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.once('SIGTERM', () => process.exit(1))
      process.once('SIGINT', () => process.exit(1))
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}

function greet(config: Config, demo: Demo | undefined): void {
  const { siteUrl, baseUrl } = config
  const lines = [`Reeve ${version}`, `  Site   ${siteUrl}/`, `  Docs   ${baseUrl}/api/v1/docs`]
  if (demo?.key !== undefined) {
    const url = `${baseUrl}/api/v1/${demo.municipality}/meetings?per_page=1`
    lines.push(`  Key    ${demo.key}   (shown this once)`, '', 'Try it:', '')
    lines.push(`  curl -H 'X-API-Key: ${demo.key}' '${url}'`)
  }
  const warnings = warningsOf(config)
  if (warnings.length > 0) lines.push('', ...warnings)
  // In one piece, so that a program that reads it never sees half of it.
  console.log(lines.join('\n'))
}

// What can be right, and is more often an oversight.
function warningsOf({ siteUrl, signInAllowed, signInPrivate, trustProxy }: Config): string[] {
  if (!signInAllowed)
    return [`Nobody can sign in: SITE_URL is plain http. Use https, or set ALLOW_INSECURE_HTTP=1.`]
  if (!signInPrivate)
    return ['Passwords cross the network readable: SITE_URL is plain http (ALLOW_INSECURE_HTTP=1).']
  if (siteUrl.startsWith('https:') && trustProxy.length === 0)
    return [
      'All clients behind the proxy count as one when sign-in is slowed down: set TRUST_PROXY to its address.',
    ]
  return []
}
