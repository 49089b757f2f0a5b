import { existsSync, statfsSync } from 'node:fs'
import pg from 'pg'
import { migrate, openWriteStore } from '../../../src/store/open.ts'
import { importTown } from '../towns/import-town.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** Templates of new databases: empty, with the schema, or with the fixture town. */
export const templates = {
  nothing: 'template1',
  schema: 'reeve_schema',
  town: 'reeve_town',
} as const

// The data need not survive a crash, and databases are too short-lived for vacuum.
const fast = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['max_connections=300', 'checkpoint_timeout=1h', 'max_wal_size=1GB'],
].flatMap((setting) => ['-c', setting])

/**
 * Starts a server for a test run, with template databases, because a copy is ten times as fast as the original. Its URL
 * is passed in the environment; a server whose URL is already there is used instead, to test other versions. Returns a
 * function that removes the server.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env.REEVE_TEST_POSTGRES
  const started: PostgresServer | undefined =
    given === undefined ? await startPostgres(fast, folderInMemory()) : undefined
  const url = given ?? started?.url('postgres') ?? ''
  process.env.REEVE_TEST_POSTGRES = url
  for (const name of [templates.schema, templates.town])
    await run(url, `drop database if exists ${name}`)
  await run(url, `create database ${templates.schema}`)
  await withStore(urlOnSameServer(url, templates.schema), migrate)
  await run(url, `create database ${templates.town} template ${templates.schema}`)
  await withStore(urlOnSameServer(url, templates.town), importTown)
  return async () => {
    if (started === undefined) return
    delete process.env.REEVE_TEST_POSTGRES
    await started.remove()
  }
}

const memoryFolder = '/dev/shm'
const memoryMinBytes = 6 * 1024 ** 3

/** A folder in memory if there is room: copying a database is mostly creating and deleting 300 files. */
function folderInMemory(): string | undefined {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryFolder)) return undefined
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= memoryMinBytes ? memoryFolder : undefined
}

/** The URL of another database on the same server. */
function urlOnSameServer(url: string, name: string): string {
  return url.replace(/[^/]*$/, name)
}

async function withStore(
  url: string,
  work: (store: ReturnType<typeof openWriteStore>) => Promise<unknown>,
): Promise<void> {
  const store = openWriteStore(url)
  await work(store)
  await store.close()
}

let made = 0

/** A copy of a template, to which no one may be connected. */
export async function newDatabase(
  template: string,
): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const server = process.env.REEVE_TEST_POSTGRES
  if (server === undefined) throw new Error('no PostgreSQL server was started for this run')
  made += 1
  const name = `reeve_${process.pid}_${made}`
  const databaseUrl = urlOnSameServer(server, name)
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  if (template !== templates.nothing) await run(databaseUrl, ownSecrets)
  return { databaseUrl, remove: () => run(server, `drop database ${name} with (force)`) }
}

// Every migrated database has its own secrets.
const ownSecrets = `update secrets set value =
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
