import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import { Command, Option } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { readBranding } from '../config/site-file/site-file.ts'
import type { LiveBranding } from '../core/branding.ts'
import { packageFile } from '../package-file.ts'
import {
  claimServing,
  databaseAddress,
  migrate,
  openWriteStore,
  type WriteStore,
} from '../store/open.ts'
import { version } from '../version.ts'
import { addAtStart, forgetPendingSource } from './add-at-start.ts'
import { CliError, listenFailure } from './cli-error.ts'
import { type Demo, prepareDemo } from './demo.ts'
import { readDuration } from './duration.ts'
import { onHangUp } from './hang-up.ts'
import { jsonLogger } from './logger.ts'
import { mailConfigOf } from './mail-config.ts'
import { openRedis } from './open-counters.ts'
import { reloadBranding } from './reload-branding.ts'
import { aborted, stopSignal } from './stop-signal.ts'
import { startSync } from './sync-child.ts'
import type { UpgradeThreadData } from './upgrade-thread.ts'
import { WorkerPool } from './workers/worker-pool.ts'

const workersMax = 64

interface ServeOptions {
  host?: string
  port?: string
  demo?: boolean
  add?: string
  sync?: string
  workers: number
}

/** `reeve serve`: the API and the site. */
export function serveCommand(): Command {
  return new Command('serve')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--demo', 'import the sample data of an invented town and create a key, if none exist')
    .addOption(
      new Option(
        '--add <address>',
        'find the portal of a council at this address and import it, if no source is remembered yet',
      ).conflicts('demo'),
    )
    .option(
      '--sync <duration>',
      'read the sources of municipalities again, each once in this time, in a process of its own: 10m to 31d, such as 6h',
      (text) => {
        readDuration(text, '--sync')
        return text
      },
    )
    .option(
      '--workers <number>',
      `number of worker processes, 1 to ${workersMax}; more than one require REDIS_URL`,
      readWorkers,
      1,
    )
    .action(async (options: ServeOptions) => {
      const { host, port, demo, sync, workers } = options
      const pool: StartedPool = {}
      // First, so that a signal during the start shuts down cleanly.
      const stop = stopSignal(() => pool.kill?.())
      const overrides = {
        ...(host === undefined ? {} : { HOST: host }),
        ...(port === undefined ? {} : { PORT: port }),
      }
      const initialConfig = readConfig(overrides)
      requireRedis(workers, initialConfig)
      const branding: LiveBranding = { current: await readBranding(initialConfig) }
      onHangUp(async () => {
        const logger = jsonLogger(initialConfig.logLevel)
        if (await reloadBranding(branding, initialConfig, logger)) pool.sendBranding?.()
      })
      const { store, release } = await prepareDatabase(initialConfig, demo === true)
      try {
        if (stop.aborted) return
        const { config, releasePort } = await choosePort(overrides)
        const start = workers === 1 ? startOne : startWorkers
        const running = await start({ config, branding, releasePort, workers, pool })
        if (sync === undefined && mailConfigOf(config) !== undefined) console.error(noSender)
        const stopSync = startSync(sync)
        const prepare = () => prepareRecord(options, config, { store, stop })
        await serve(running, stop, prepare).finally(stopSync)
      } finally {
        await release()
      }
    })
}

const noSender =
  'reeve: without --sync, nothing sends e-mail alerts: run "reeve alerts send" every ten minutes by a timer'

function readWorkers(text: string): number {
  const workers = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (workers >= 1 && workers <= workersMax) return workers
  throw new CliError(`--workers must be a number from 1 to ${workersMax}, not "${text}"`)
}

function requireRedis(workers: number, { redisUrl }: Config): void {
  if (workers === 1 || redisUrl !== null) return
  throw new CliError(
    `--workers ${workers} requires REDIS_URL; without shared counters the rate limit would be ${workers} times as high`,
  )
}

interface PreparedDatabase {
  store: WriteStore
  /** Releases the server lock and removes the journal. */
  release: () => Promise<void>
}

async function prepareDatabase(config: Config, isDemo: boolean): Promise<PreparedDatabase> {
  if (isDemo)
    process.stderr.write(`Opening the database at ${databaseAddress(config.databaseUrl)} …\n`)
  // Before the database, so that a Redis error leaves it untouched.
  const link = await openRedis(config, jsonLogger(config.logLevel))
  await link?.close()
  // Stays open until the end: the last handle removes the journal, and workers that close at the same time all miss it.
  const store = openWriteStore(config.databaseUrl)
  await store.check()
  const shared = config.redisUrl !== null
  const claim = await claimServing(config.databaseUrl, { shared, onLost: exitImmediately })
  const release = async () => {
    await store.close()
    await claim.release()
  }
  const { host, port } = config
  const workerData: UpgradeThreadData = { host, port }
  const thread = new Worker(packageFile('dist/upgrade-thread.js'), { workerData })
  try {
    await migrate(store)
    return { store, release }
  } catch (error) {
    await release()
    throw error
  } finally {
    // The server needs its port.
    await thread.terminate()
  }
}

function exitImmediately(reason: Error): void {
  console.error(`reeve: ${reason.message}`)
  process.exit(1)
}

type Release = () => Promise<void>

/** With PORT=0 a free port, which is held until the server listens, because published URLs contain it. */
async function choosePort(
  overrides: Parameters<typeof readConfig>[0],
): Promise<{ config: Config; releasePort: Release }> {
  const config = readConfig(overrides)
  if (config.port !== 0) return { config, releasePort: async () => undefined }
  // Unreferenced, so that a start that fails ends.
  const holder = createServer().listen(0, config.host).unref()
  await once(holder, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, config)
  })
  const { port } = holder.address() as AddressInfo
  return {
    config: readConfig({ ...overrides, PORT: String(port) }),
    releasePort: async () => void (await once(holder.close(), 'close')),
  }
}

interface Running {
  /** Resolves if serving cannot continue. */
  failed?: Promise<CliError>
  end: () => Promise<void>
}

/** What signals need of the workers. */
interface StartedPool {
  kill?: () => void
  sendBranding?: () => void
}

interface StartOptions {
  config: Config
  branding: LiveBranding
  releasePort: Release
  workers: number
  pool: StartedPool
}

async function startOne({ config, branding, releasePort }: StartOptions): Promise<Running> {
  // The supervisor of workers does not load the server.
  const { ownMetrics, startServer } = await import('./server.ts')
  return startServer(config, {
    ...{ branding, metrics: ownMetrics(config), beforeListening: releasePort },
  })
}

async function startWorkers({
  config,
  branding,
  releasePort,
  workers,
  pool: started,
}: StartOptions): Promise<Running> {
  const pool = new WorkerPool(config, branding, jsonLogger(config.logLevel))
  started.kill = () => pool.kill()
  started.sendBranding = () => pool.sendBranding()
  await releasePort()
  await pool.start(workers)
  return pool
}

/** Prints the banner, and prepares the sample data or the first council. */
async function prepareRecord(
  { demo, add, sync }: ServeOptions,
  config: Config,
  { store, stop }: { store: WriteStore; stop: AbortSignal },
): Promise<void> {
  if (demo === true) return prepareDemo(store, config, stop, (found) => printBanner(config, found))
  printBanner(config, undefined)
  if (add === undefined) return forgetPendingSource(store)
  const retryMaxMs = sync === undefined ? undefined : readDuration(sync, '--sync')
  await addAtStart(add, config, { store, stop, retryMaxMs })
}

/** Prepares the record, and shuts down when `stop` is aborted. */
async function serve(
  running: Running,
  stop: AbortSignal,
  prepare: () => Promise<void>,
): Promise<void> {
  let failure: CliError | undefined
  try {
    const stopped = prepare().then(async () => {
      await aborted(stop)
      return undefined
    })
    failure = await Promise.race(
      running.failed === undefined ? [stopped] : [stopped, running.failed],
    )
  } finally {
    await running.end()
  }
  if (failure !== undefined) throw failure
}

/** Prints URLs, and the key of a demo, after the service has started. */
function printBanner(config: Config, demo: Demo | undefined): void {
  const { siteUrl, baseUrl } = config
  const lines = [`Reeve ${version}`, `  Site   ${siteUrl}/`, `  Docs   ${baseUrl}/api/v1/docs`]
  if (demo?.key !== undefined) {
    const url = `${baseUrl}/api/v1/${demo.municipality}/meetings?per_page=1`
    lines.push(`  Key    ${demo.key}   (shown only once)`, '', 'Try it:', '')
    lines.push(`  curl -H 'X-API-Key: ${demo.key}' '${url}'`)
  }
  if (demo !== undefined && demo.key === undefined)
    lines.push(
      '  Key    already created; to create another: npx --no-install reeve keys create --email <email>',
    )
  const warnings = warningsOf(config)
  if (warnings.length > 0) lines.push('', ...warnings)
  // One write, so that programs never read half of it.
  console.log(lines.join('\n'))
}

// Settings that are valid but often a mistake.
function warningsOf({ siteUrl, signInAllowed, signInPrivate, trustProxy }: Config): string[] {
  if (!signInAllowed)
    return [
      'Sign-in is disabled because SITE_URL is plain http. Use https, or set ALLOW_INSECURE_HTTP=1.',
    ]
  if (!signInPrivate)
    return [
      'Passwords are sent unencrypted because SITE_URL is plain http (ALLOW_INSECURE_HTTP=1).',
    ]
  if (siteUrl.startsWith('https:') && trustProxy.length === 0)
    return [
      'Sign-in limits treat all clients behind the proxy as one. Set TRUST_PROXY to the IP address of the proxy.',
    ]
  return []
}
