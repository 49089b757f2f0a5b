import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Dialect,
  type Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryCompiler,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { accessTables } from '../access-tables.ts'
import { StoreBusy } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect, WriteScope } from './dialect.ts'
import type { Connections, HandleUse } from './engine.ts'
import { PostgresFailure } from './postgres-failure.ts'
import { lockSpace, writeLocks } from './postgres-lock.ts'
import { sharedWrites } from './row-writes.ts'

const rowsParam: SqlDialect['rowsParam'] = (table, rows) =>
  // The row type of the table gives each column its type.
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`

const analyze: SqlDialect['analyze'] = async (db, table) => {
  await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
}

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  rowsParam,
  analyze,
  ...sharedWrites({ rowsParam, analyze }, 'pg_temp'),

  arrayParam: (values) => values,

  inArray: (column, list) => sql`${column} = any(${list})`.$castTo<boolean>() as never,

  jsonLength: (column) => sql<number>`jsonb_array_length(${column}::jsonb)`,

  jsonRows: (subquery) => sql<string>`${jsonArrayFrom(subquery as never)}::text`,

  acquireWriteLock: (db, scope: WriteScope) =>
    orStoreBusy(
      sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, ${sql.lit(writeLocks[scope])})`.execute(
        db,
      ),
    ),

  // Must come before the first query of the transaction, which fixes its snapshot.
  lockTablesForRead: (db, tables) =>
    orStoreBusy(
      sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in share mode`.execute(
        db as Kysely<unknown>,
      ),
    ),

  async listColumns(db) {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
    return tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType }) => ({ table, name, type: dataType.toLowerCase() })),
    )
  },

  async lastIdOf(db, table) {
    const sequence = await sequenceOf(db, table)
    const { rows } = await sql<{ last: number }>`
      select last_value - case when is_called then 0 else 1 end as last from ${sql.raw(sequence)}`.execute(
      db as Kysely<unknown>,
    )
    return rows[0]?.last ?? 0
  },

  async setLastId(db, table, id) {
    const sequence = await sequenceOf(db, table)
    await sql`select setval(${sequence}::regclass, ${sql.lit(Math.max(id, 1))}, ${sql.lit(id > 0)})`.execute(
      db,
    )
  },

  async insertAll(db, table, rows) {
    const [first] = rows
    if (first !== undefined) await copyInto(db, table, Object.keys(first), rows)
  },

  // PostgreSQL recycles its log.
  async truncateLog() {},

  async afterBulkLoad(db) {
    await sql`select gin_clean_pending_list(oid) from pg_class
      where relname = 'search_vectors_words' and relnamespace = current_schema()::regnamespace
        and pg_has_role(relowner, 'usage')`.execute(db)
    const tables = (await ownTables(db)).map((name) => sql.table(name))
    if (tables.length > 0) await sql`analyze (skip_locked) ${sql.join(tables)}`.execute(db)
  },

  // Readers of a table wait while it is rewritten.
  async eraseDeleted(db) {
    const own = await ownTables(db)
    const others = own.filter((name) => !accessTables.some((access) => access === name))
    for (const table of [...others, ...alertTexts])
      await sql`vacuum (full) ${sql.table(table)}`.execute(db)
  },

  isQueryError: (error) => error instanceof PostgresFailure || error instanceof StoreBusy,

  isUnavailable: (error) =>
    error instanceof StoreBusy ||
    (error instanceof PostgresFailure &&
      (error.connectionLost || unavailableCodes.test(error.code ?? ''))),
}

// SQLSTATE classes: transaction rollback, insufficient resources, object in use, operator intervention, system error.
const unavailableCodes = /^(40|53|55|57|58)/

// E-mails to send have words of the record; others beside the accounts have none.
const alertTexts = [
  'alerts',
  'alert_entries',
  'alert_mails',
] as const satisfies (typeof accessTables)[number][]

async function ownTables(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tableowner = current_user`.execute(db)
  return rows.map(({ name }) => name)
}

// Timeout of a lock, or of a statement that waits for a lock.
const lockTimeouts: ReadonlySet<string> = new Set(['55P03', '57014'])

async function orStoreBusy(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof PostgresFailure) || !lockTimeouts.has(error.code ?? '')) throw error
    throw new StoreBusy('another process is writing to the database; try again later', {
      cause: error,
    })
  }
}

/** The sequence of a table's ids, as a quoted identifier. */
async function sequenceOf(db: Pick<Kysely<Tables>, 'getExecutor'>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${table}, 'id') as name`.execute(db as Kysely<unknown>)
  return rows[0]?.name ?? ''
}

// Time limits of a request in milliseconds. One attempt at the replica and one at the primary together take less than
// five seconds. The server cancels slow statements; the client gives up on a server that does not.
const ofRequests = { acquireMs: 1000, statementMs: 2200 }
const commandTimeoutMs = 5000
const statementCacheSize = 300
// Characters per message: a message costs as much as thousands of characters.
const copyChunkLength = 65_536

// JIT compilation and memoize nodes slow down short queries. Pages are small and come from cached indexes or SSDs; the
// default page cost makes the planner scan whole tables.
const everyHandle = '-c jit=off -c enable_memoize=off -c random_page_cost=1.1 -c timezone=UTC'

const within = ({ acquireMs, statementMs }: { acquireMs: number; statementMs: number }) =>
  ({
    connectionTimeoutMillis: acquireMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 100,
    idle_in_transaction_session_timeout: 30_000,
  }) satisfies pg.PoolConfig

// The server itself rejects writes on these handles.
const readOnly = { max: 10, options: `${everyHandle} -c default_transaction_read_only=on` }

const poolOf: Record<HandleUse, pg.PoolConfig> = {
  record: { ...within(ofRequests), ...readOnly },
  reading: { ...within(ofRequests), ...readOnly },
  download: { ...within(ofRequests), ...readOnly, max: 1 },
  serving: {
    ...within(ofRequests),
    max: 4,
    lock_timeout: ofRequests.statementMs - 500,
    options: everyHandle,
  },
  // No time limits, and no idle timeout between statements.
  report: { ...readOnly, max: 1, connectionTimeoutMillis: commandTimeoutMs, idleTimeoutMillis: 0 },
  // One connection, because temporary staging tables belong to a connection; statements have no time limit.
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
// Counts and sums arrive as bigint and numeric; all are far below 2^53.
const parsers = new Map<number, (text: string) => number>([
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

export function openPool(databaseUrl: string, use: HandleUse): PreparedPool {
  const own = {
    application_name: `reeve ${use}`,
    keepAlive: true,
    // Open connections must not keep a failed command running.
    allowExitOnIdle: true,
    types,
    ...poolOf[use],
  }
  const pool = new pg.Pool(withAddress(databaseUrl, own) as pg.PoolConfig)
  // The pool replaces a closed connection on next use, and its user receives the error from the query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PreparedPool(pool)
}

/**
 * Our pool settings override those of the URL, which `pg` would prefer: `options` in a URL could otherwise make a read-
 * only handle writable. Our options come last, because PostgreSQL uses the last one.
 */
function withAddress(databaseUrl: string, own: pg.PoolConfig): pg.PoolConfig {
  const url = new URL(databaseUrl)
  const options = [url.searchParams.get('options'), own.options].filter(Boolean).join(' ')
  for (const name of Object.keys(own)) url.searchParams.delete(name)
  return { ...own, connectionString: url.href, options }
}

export function dialectOver(pool: PostgresPool): Dialect {
  return new ByteOrderDialect({ pool })
}

class ByteOrderDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new ByteOrderCompiler()
  }
}

/**
 * Compares text by bytes, as SQLite does, regardless of the locale: lists have the same order on every engine, and
 * cursors work on both.
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

class PreparedPool implements PostgresPool {
  /** Number of connections opened so far. */
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
    const existing = this.#clients.get(client)
    if (existing !== undefined) return existing
    const prepared = new PreparedClient(client)
    this.#clients.set(client, prepared)
    return prepared
  }

  // `pg` throws synchronously if the URL names a missing file, such as a certificate.
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

/** The only parameter of a COPY. */
class CopiedLines {
  readonly lines: Iterable<Buffer>

  constructor(lines: Iterable<Buffer>) {
    this.lines = lines
  }
}

/** Streams rows by COPY; they may be generated while they are sent. */
export async function copyInto(
  db: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  rows: Iterable<Record<string, unknown>>,
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.id(name)))
  const copy = sql`copy ${sql.table(table)} (${names}) from stdin`.compile(db)
  await db.executeQuery({ ...copy, parameters: [new CopiedLines(copyLines(columns, rows))] })
}

/** Rows in the text format of COPY, in chunks. */
function* copyLines(
  columns: readonly string[],
  rows: Iterable<Record<string, unknown>>,
): Generator<Buffer> {
  let lines = ''
  for (const row of rows) {
    lines += `${columns.map((name) => copyField(row[name])).join('\t')}\n`
    if (lines.length < copyChunkLength) continue
    yield Buffer.from(lines)
    lines = ''
  }
  if (lines !== '') yield Buffer.from(lines)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyField(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}

/** What the types of `pg` lack: the prepared statements that a connection has, and the message that ends one. */
interface WithStatements {
  connection: {
    parsedStatements: Record<string, string>
    close(statement: { type: 'S'; name: string }): void
  }
}

/** A connection that is closed on release if an error has left its state unknown. */
class PreparedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient & WithStatements
  /** Names of prepared statements by text. */
  readonly #names = new LRUCache<string, string>({
    max: statementCacheSize,
    dispose: (name) => this.#deallocate(name),
  })
  #nameCount = 0
  #broken = false

  constructor(client: pg.PoolClient) {
    this.#client = client as pg.PoolClient & WithStatements
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text === 'string') return this.#execute<R>(text, parameters)
    throw new Error('no cursor is configured')
  }

  async #execute<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
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
    const [first] = values
    if (first instanceof CopiedLines) return this.#copy(text, first.lines)
    if (values.length === 0) return this.#client.query(text)
    return this.#client.query({ name: this.#nameOf(text), text, values: [...values] })
  }

  #nameOf(text: string): string {
    const existing = this.#names.get(text)
    if (existing !== undefined) return existing
    this.#nameCount += 1
    const name = `reeve_${this.#nameCount}`
    this.#names.set(text, name)
    return name
  }

  /** Needs no round trip of its own: the server replies with the next statement. */
  #deallocate(name: string): void {
    const { connection } = this.#client
    delete connection.parsedStatements[name]
    connection.close({ type: 'S', name })
  }

  async #copy(text: string, lines: Iterable<Buffer>): Promise<unknown> {
    await pipeline(Readable.from(lines), this.#client.query(copyFrom(text)))
    return { command: 'COPY', rowCount: 0, rows: [] }
  }
}
