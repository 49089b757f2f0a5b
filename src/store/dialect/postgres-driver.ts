import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Dialect,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryCompiler,
} from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connections, HandleUse } from './engine.ts'
import { PostgresFailure } from './postgres-failure.ts'

// A request waits this long for a connection and its answer, in milliseconds: first at the replica where there is one,
// then at the primary, and all of it is less than the five seconds within which even databases that hang are answered
// for. The server ends a statement that takes longer; the client gives a server up that does not even do that.
const atPrimary = { acquireMs: 1000, statementMs: 2200 }
const atReplica = { acquireMs: 400, statementMs: 1100 }
const commandTimeoutMs = 5000
const statementCacheSize = 300

// Just-in-time compilation and memory for rows that were joined already pay for reports, not for lists. And what is asked
// here is a page of few rows, from indexes that are in memory or on a disk without a head to move: told so, the planner
// no longer reads whole tables instead.
const everyHandle = '-c jit=off -c enable_memoize=off -c random_page_cost=1.1 -c timezone=UTC'

const within = ({ acquireMs, statementMs }: { acquireMs: number; statementMs: number }) =>
  ({
    connectionTimeoutMillis: acquireMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 100,
    idle_in_transaction_session_timeout: 30_000,
  }) satisfies pg.PoolConfig

// PostgreSQL itself refuses writes on these handles.
const readOnly = { max: 10, options: `${everyHandle} -c default_transaction_read_only=on` }

const poolOf: Record<HandleUse, pg.PoolConfig> = {
  record: { ...within(atReplica), ...readOnly },
  reading: { ...within(atPrimary), ...readOnly },
  // Of its own, so that it tells of the database, and not of how many ask it.
  watching: { ...within(atPrimary), ...readOnly, max: 1 },
  serving: {
    ...within(atPrimary),
    max: 4,
    lock_timeout: atPrimary.statementMs - 500,
    options: everyHandle,
  },
  // As long as a command takes, between its statements too.
  report: { ...readOnly, max: 1, connectionTimeoutMillis: commandTimeoutMs, idleTimeoutMillis: 0 },
  // One connection, because what is staged is seen by it alone; its statements may take as long as an import takes.
  command: {
    max: 1,
    connectionTimeoutMillis: commandTimeoutMs,
    idleTimeoutMillis: 0,
    lock_timeout: commandTimeoutMs,
    options: everyHandle,
  },
}

const { builtins } = pg.types
const asNumber = (text: string) => Number(text)
// Counts and sums come as bigint and numeric; none here is near 2^53.
const parsers = new Map<number, (text: string) => number>([
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

/** The connections of one handle. */
export function openPool(databaseUrl: string, use: HandleUse): PreparedPool {
  const own = {
    application_name: `reeve ${use}`,
    keepAlive: true,
    // A command that ends with an error ends, whatever is still open.
    allowExitOnIdle: true,
    types,
    ...poolOf[use],
  }
  const pool = new pg.Pool(withAddress(databaseUrl, own) as pg.PoolConfig)
  // A connection that the server ends is replaced when the next one is asked for; who was using it hears of it there.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PreparedPool(pool)
}

/**
 * What an address says and what is ours. The driver takes the word of the address over ours, and with it an address
 * that has `options`, to name a schema for one, would let a handle write that must not. So ours is kept out of the
 * address, and its options come before ours: PostgreSQL takes the last.
 */
function withAddress(databaseUrl: string, own: pg.PoolConfig): pg.PoolConfig {
  const url = new URL(databaseUrl)
  const options = [url.searchParams.get('options'), own.options].filter(Boolean).join(' ')
  for (const name of Object.keys(own)) url.searchParams.delete(name)
  return { ...own, connectionString: url.href, options }
}

/** Kysely's engine over connections of ours. */
export function dialectOver(pool: PostgresPool): Dialect {
  return new ByteOrderDialect({ pool })
}

class ByteOrderDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ByteOrderCompiler()
  }
}

/**
 * Texts compare byte by byte, as in SQLite, whatever the locale of the database: lists have the same order on every
 * engine, and a cursor that one gave out means the same to another.
 */
class ByteOrderCompiler extends PostgresQueryCompiler {
  protected override visitDataType(
    node: Parameters<PostgresQueryCompiler['visitDataType']>[0],
  ): void {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity'
  }
}

/** Names of prepared statements: the same few texts come again and again, and are parsed once on each connection. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= statementCacheSize) return known
  const name = `reeve_${names.size + 1}`
  names.set(text, name)
  return name
}

/** `pg`'s pool as Kysely knows it. */
class PreparedPool implements PostgresPool {
  /** How many connections it has made. */
  made = 0
  readonly #pool: pg.Pool
  readonly #clients = new WeakMap<pg.PoolClient, PreparedClient>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('connect', () => {
      this.made += 1
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#connect()
    const known = this.#clients.get(client)
    if (known !== undefined) return known
    const prepared = new PreparedClient(client)
    this.#clients.set(client, prepared)
    return prepared
  }

  // A file that the address names and that is not there is thrown before there is a promise to reject.
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw new PostgresFailure(error)
    }
  }

  get connections(): Connections {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool
    return { busy: totalCount - idle, idle, waiting, max: options.max }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** The rows of one statement, on a connection that is free. */
export async function queryPool<R>(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<R>> {
  const client = await pool.connect()
  try {
    return await client.query<R>(text, values)
  } finally {
    client.release()
  }
}

/** One connection. It is given back to be closed, not to be used again, after anything that leaves its state unknown. */
class PreparedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #broken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text === 'string') return this.#answer<R>(text, parameters)
    throw new Error('no cursor is configured')
  }

  async #answer<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#broken) throw new PostgresFailure(new Error('the connection is lost'))
    try {
      return (await this.#run(text, parameters)) as PostgresQueryResult<R>
    } catch (error) {
      const failure = new PostgresFailure(error)
      this.#broken ||= failure.connectionLost
      throw failure
    }
  }

  release(): void {
    this.#client.release(this.#broken)
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text.startsWith('copy ')) return this.#copy(text, values[0] as Iterable<Buffer>)
    if (values.length === 0) return this.#client.query(text)
    return this.#client.query({ name: nameOf(text), text, values: [...values] })
  }

  /** A COPY takes its lines as its one parameter, and holds no more of them in memory than a socket does. */
  async #copy(text: string, lines: Iterable<Buffer>): Promise<unknown> {
    await pipeline(Readable.from(lines), this.#client.query(copyFrom(text)))
    return { command: 'COPY', rowCount: 0, rows: [] }
  }
}
