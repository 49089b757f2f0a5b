import pg from 'pg'
import { migrate, openWriteStore } from '../../../src/store/open.ts'
import { importTown } from '../towns/import-town.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** What a new database can be a copy of: nothing, the schema, or the fixture town too. */
export const templates = {
  nothing: 'template1',
  schema: 'reeve_schema',
  town: 'reeve_town',
} as const

// Nothing here has to outlive a crash of the machine, and no database lives long enough to be cleaned up.
const fast = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['max_connections=300', 'checkpoint_timeout=1h', 'max_wal_size=4GB'],
].flatMap((setting) => ['-c', setting])

/**
 * Starts a server for a run of tests, with a schema and a town to copy: a copy is made ten times as fast as the
 * original. Its address is in the environment, where the test files find it; one that already exists is used
 * instead, so that the tests can be run on another version. Returns how to end what was started.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env.REEVE_TEST_POSTGRES
  const started: PostgresServer | undefined =
    given === undefined ? await startPostgres(fast) : undefined
  const url = given ?? started?.url('postgres') ?? ''
  process.env.REEVE_TEST_POSTGRES = url
  for (const name of [templates.schema, templates.town])
    await run(url, `drop database if exists ${name}`)
  await run(url, `create database ${templates.schema}`)
  await withStore(besides(url, templates.schema), migrate)
  await run(url, `create database ${templates.town} template ${templates.schema}`)
  await withStore(besides(url, templates.town), importTown)
  return async () => {
    if (started === undefined) return
    delete process.env.REEVE_TEST_POSTGRES
    await started.remove()
  }
}

/** The address of another database of the same server. */
function besides(url: string, name: string): string {
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

/** A database of the PostgreSQL server of this run: a copy of another, to which no one is connected. */
export async function newDatabase(
  template: string,
): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const server = process.env.REEVE_TEST_POSTGRES
  if (server === undefined) throw new Error('no PostgreSQL server was started for this run')
  made += 1
  const name = `reeve_${process.pid}_${made}`
  const databaseUrl = besides(server, name)
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  if (template !== templates.nothing) await run(databaseUrl, ownSecrets)
  return { databaseUrl, remove: () => run(server, `drop database ${name} with (force)`) }
}

// As every database that is migrated by itself has.
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
