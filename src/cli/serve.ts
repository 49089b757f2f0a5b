import { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { claimServing, migrate, openWriteStore } from '../store/open.ts'
import { type Demo, prepareDemo } from './demo.ts'
import { drainOf } from './drain.ts'
import { Failure } from './failure.ts'
import { freePort } from './free-port.ts'
import { greet } from './greeting.ts'
import { jsonLogger } from './logger.ts'
import { openRedis } from './open-counters.ts'
import { stopSignal } from './stop-signal.ts'
import { Crew } from './workers/crew.ts'

const workersMax = 64

interface ServeOptions {
  host?: string
  port?: string
  demo?: boolean
  workers: number
}

/** `reeve serve`: the API and the site. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API and the site')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--demo', 'import the shipped Ottawa record, and make a key, where there is none yet')
    .option(
      '--workers <number>',
      `processes that serve together, 1 to ${workersMax}; more than one need REDIS_URL`,
      readWorkers,
      1,
    )
    .action(async ({ host, port, demo, workers }: ServeOptions) => {
      const overrides = {
        ...(host === undefined ? {} : { HOST: host }),
        ...(port === undefined ? {} : { PORT: port }),
      }
      const asked = readConfig(overrides)
      const PORT = String(asked.port === 0 ? await freePort(asked.host) : asked.port)
      const config = readConfig({ ...overrides, PORT })
      refuseOwnCounts(workers, config)
      const prepared = await prepare(config, demo === true)
      try {
        await (workers === 1
          ? serve(config, prepared.made)
          : serveTogether(config, prepared.made, workers))
      } finally {
        await prepared.release()
      }
    })
}

function readWorkers(text: string): number {
  const workers = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0
  if (workers >= 1 && workers <= workersMax) return workers
  throw new Failure(`--workers must be a number from 1 to ${workersMax}, not "${text}"`)
}

function refuseOwnCounts(workers: number, { redisUrl }: Config): void {
  if (workers === 1 || redisUrl !== null) return
  throw new Failure(
    `--workers ${workers} needs REDIS_URL: processes that count for themselves would let through ${workers} times the limit`,
  )
}

/** What is done once, however many processes serve. */
interface Prepared {
  made: Demo | undefined
  /** Gives back the right to serve the database, and takes its journal away. */
  release: () => Promise<void>
}

async function prepare(config: Config, demo: boolean): Promise<Prepared> {
  // Before the database: where Redis cannot be used, nothing is made or migrated.
  const link = await openRedis(config, jsonLogger(config.logLevel))
  await link?.close()
  // Kept to the end: of workers that close their handles at one moment, none is the last to do so.
  const store = openWriteStore(config.databaseUrl)
  await store.check()
  const shared = config.redisUrl !== null
  const claim = await claimServing(config.databaseUrl, { shared, onLost: endAtOnce })
  const release = async () => {
    await store.close()
    await claim.release()
  }
  try {
    await migrate(store)
    const made = demo ? await prepareDemo(store, config) : undefined
    return { made, release }
  } catch (error) {
    await release()
    throw error
  }
}

function endAtOnce(reason: Error): void {
  console.error(`reeve: ${reason.message}`)
  process.exit(1)
}

async function serve(config: Config, made: Demo | undefined): Promise<void> {
  // Before the first answer, so that whoever has had one can end the server in good order.
  const stopped = stopSignal()
  // Not loaded by the first of several processes, which answers nothing.
  const { ownMetrics, startServer } = await import('./server.ts')
  const server = await startServer(config, ownMetrics(config))
  greet(config, made)
  await stopped
  await server.end(drainOf(config))
}

async function serveTogether(
  config: Config,
  made: Demo | undefined,
  workers: number,
): Promise<void> {
  const crew = new Crew(config, jsonLogger(config.logLevel))
  const stopped = stopSignal(() => crew.kill())
  await crew.start(workers)
  process.on('SIGUSR2', () => void crew.restart())
  greet(config, made)
  const lost = await Promise.race([stopped, crew.lost])
  await crew.end(drainOf(config))
  if (lost !== undefined) throw lost
}
