import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/sqlite'
import { LRUCache } from 'lru-cache'
import { systemClock } from '../../core/clock.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect, TableColumn, WriteScope } from './dialect.ts'
import type { Snapshot } from './engine.ts'
import { sharedWrites } from './row-writes.ts'
import { asSqliteFailure, isBusy, resultCodeOf } from './sqlite-failure.ts'
import { ArrayStatement, accountsPathOf, PreparedStatement, SqliteFile } from './sqlite-file.ts'

// With the columns of any table, far below SQLite's limit of 32,766 parameters.
const insertedRows = 64

const truncationOf = (schema: string) =>
  sql<{ busy: number }>`pragma ${sql.id(schema)}.wal_checkpoint(truncate)`
const truncationsMax = 20
const truncationPauseMs = 100

const rowsParam: SqlDialect['rowsParam'] = (_, rows) => {
  const columns = Object.keys(rows[0] ?? {}).map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`,
  )
  return sql`(select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}))`
}

// SQLite plans without statistics; the query-plan tests assert its plans.
const analyze = async () => {}

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  rowsParam,
  analyze,
  ...sharedWrites({ rowsParam, analyze }, 'temp'),

  arrayParam: (values) => JSON.stringify(values),

  inArray: (column, list) =>
    sql`${column} in (select value from json_each(${list}))`.$castTo<boolean>() as never,

  jsonLength: (column) => sql<number>`json_array_length(${column})`,

  jsonRows: (subquery) => sql<string>`${jsonArrayFrom(subquery as never)}`,

  async acquireWriteLock(db, scope) {
    if (await hasAccountsFile(db)) await lockFileFor(db, scope)
  },

  async lockTablesForRead(db) {
    if (!(await hasAccountsFile(db))) return
    for (const scope of ['record', 'access'] as const) await lockFileFor(db, scope)
  },

  async listColumns(db) {
    const { rows } = await sql<TableColumn>`select t.name as "table", c.name, lower(c.type) as type
      from pragma_table_list as t join pragma_table_info(t.name, t.schema) as c
      where t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`.execute(db)
    return rows
  },

  async lastIdOf(db, table) {
    // The sequences of the accounts file are in that file.
    const { rows } = await sql<{ last: number | null }>`select max(seq) as last from (
        select seq from sqlite_sequence where name = ${table}
        union all select max(id) from ${sql.table(table)})`.execute(db)
    return rows[0]?.last ?? 0
  },

  async setLastId(db, table, id) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    if (id > 0)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
  },

  // Bound values cost a sixth of the CPU of rows in JSON. Powers of two, so that a table needs few prepared statements.
  async insertAll(db, table, rows) {
    const columns = Object.keys(rows[0] ?? {})
    const into = `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values `
    const row = `(${columns.map(() => '?').join()})`
    for (let [at, count] = [0, insertedRows]; at < rows.length; at += count) {
      while (count > rows.length - at) count /= 2
      const values = rows
        .slice(at, at + count)
        .flatMap((one) => columns.map((name) => one[name] ?? null))
      const lines = Array.from({ length: count }, () => row).join()
      await db.executeQuery(CompiledQuery.raw(into + lines, values))
    }
  },

  async afterBulkLoad() {},

  // Only the file of the record, so that no writer of accounts waits.
  truncateLog: (db) => truncateLogOf('main', db),

  async eraseDeleted(db) {
    // Deleted terms stay in a segment of FTS5 until it is merged.
    await sql`insert into search_index (search_index) values ('optimize')`.execute(db)
    await sql`vacuum main`.execute(db)
    // E-mails to send have words of the record.
    await sql`vacuum ${sql.id(accessSchema)}`.execute(db)
    for (const schema of ['main', accessSchema]) await truncateLogOf(schema, db)
  },

  isQueryError: (error) => error instanceof StoreBusy || resultCodeOf(error) !== undefined,

  isUnavailable: (error) =>
    error instanceof StoreBusy || unavailable.test(resultCodeOf(error) ?? ''),
}

const unavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

// A reader that began before the last commit needs the log; later readers do not wait or fail.
async function truncateLogOf(
  schema: string,
  db: Pick<Kysely<Tables>, 'getExecutor'>,
): Promise<void> {
  for (let attempt = 1; attempt <= truncationsMax; attempt += 1) {
    const { rows } = await truncationOf(schema).execute(db as Kysely<Tables>)
    if (rows[0]?.busy === 0) return
    await pause(truncationPauseMs)
  }
}

/** Locks one of the two files until the transaction ends, by a statement that deletes nothing. */
async function lockFileFor(
  db: Pick<Kysely<Tables>, 'getExecutor'>,
  scope: WriteScope,
): Promise<void> {
  const ledger = sql.id(scope === 'access' ? accessSchema : 'main', 'kysely_migration')
  await sql`delete from ${ledger} where false`.execute(db)
}

// Up to 3.51.2, two connections to one WAL file could corrupt it (the WAL-reset bug, fixed on 2026-03-13).
const oldestSafeVersion = [3, 51, 3]
const busyTimeoutMs = 5000
const longestPauseMs = 50
const statementCacheSize = 300

/** A read-only dialect. */
export function readingSqlite(path: string): { dialect: SqliteDialect; snapshot: Snapshot } {
  const file = openToRead(path)
  const db = preparedOnce(file, ArrayStatement)
  const [begin, commit] = [file.prepare('begin'), file.prepare('commit')]
  // SQLite ends the transaction itself after a disk error.
  const end = () => void (file.isTransaction && commit.run())
  return {
    dialect: new SqliteDialect({ database: db as never }),
    snapshot: {
      begin: () => {
        // A transaction that could not be ended must not block all later ones.
        end()
        begin.run()
      },
      end,
    },
  }
}

/** A read-only connection to the record and, unless `alone`, to an existing accounts file. */
export function openToRead(path: string, { alone = false } = {}): SqliteFile {
  const db = openFile(path, { readOnly: true })
  try {
    // In KiB; Node's SQLite has 2,000, with which long lists read pages again.
    db.exec('pragma cache_size = -16000')
    if (!alone) attachAccounts(db, path)
  } catch (error) {
    db.close()
    throw cannotOpen(path, error)
  }
  db.exec('pragma query_only = on')
  return db
}

/** Schema name of the attached accounts file. */
export const accessSchema = 'access'

/** Unqualified table names work, because no name exists in both files. */
function attachAccounts(db: SqliteFile, path: string): boolean {
  const file = accountsPathOf(path)
  if (path === inMemory || !existsSync(file)) return false
  db.prepare(`attach ? as ${accessSchema}`).run(file)
  return true
}

const inMemory = ':memory:'
const writingPragmas = ['journal_mode = wal', 'synchronous = full']

/** A writable dialect: WAL, and every commit is on disk before it returns. */
export function writingSqlite(path: string, { alone = false } = {}): SqliteDialect {
  if (path !== inMemory) createPrivately(path)
  const db = openFile(path)
  let file = path
  try {
    for (const pragma of writingPragmas) db.exec(`pragma ${pragma}`)
    file = accountsPathOf(path)
    if (!alone && attachAccounts(db, path)) {
      for (const pragma of writingPragmas) db.exec(`pragma ${accessSchema}.${pragma}`)
    }
  } catch (error) {
    db.close()
    throw cannotOpen(path, error, file)
  }
  // In KiB: an import adds to many indexes at once, but reads what it stages in temporary tables in order.
  db.exec('pragma cache_size = -36000; pragma temp.cache_size = -8000')
  // The driver waits itself, without blocking the event loop.
  db.exec('pragma busy_timeout = 0')
  return new WritingDialect(db, path)
}

/** Attaches the accounts file to a writable handle that was opened before the file existed. */
export async function joinAccounts(db: Kysely<Tables>, path: string): Promise<void> {
  if (await hasAccountsFile(db)) return
  const run = (text: string, ...values: string[]) =>
    db.executeQuery(CompiledQuery.raw(text, values))
  await run(`attach ? as ${accessSchema}`, accountsPathOf(path))
  for (const pragma of writingPragmas) await run(`pragma ${accessSchema}.${pragma}`)
}

// Not a query of `pragma_database_list`, which would fix the snapshot of a transaction before it has the write lock.
const listFiles = CompiledQuery.raw('pragma database_list')

/** False only for in-memory databases, and before accounts are separated. */
async function hasAccountsFile(
  db: Pick<Kysely<Tables>, 'getExecutor'> | DatabaseConnection,
): Promise<boolean> {
  const { rows } = await (db as DatabaseConnection).executeQuery<{ name: string }>(listFiles)
  return rows.some(({ name }) => name === accessSchema)
}

// The file holds key hashes and the secret that signs cursors. SQLite gives its -wal and -shm the same mode.
function createPrivately(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

/** Caches the prepared statements that were used last. */
function preparedOnce(db: SqliteFile, Statement: typeof PreparedStatement) {
  const statements = new LRUCache<string, PreparedStatement>({ max: statementCacheSize })
  const prepare = (text: string) => {
    const existing = statements.get(text)
    if (existing !== undefined) return existing
    const statement = new Statement(db.prepare(text))
    statements.set(text, statement)
    return statement
  }
  return { prepare, close: () => db.close() }
}

/** Throws `StoreError` if the file cannot be opened. */
export function openFile(path: string, options: { readOnly?: boolean; timeout?: number } = {}) {
  try {
    const db = new SqliteFile(path, { timeout: busyTimeoutMs, ...options })
    assertSafeSqliteVersion(db.column('select sqlite_version()')[0] ?? '')
    db.exec('pragma trusted_schema = off')
    return db
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw cannotOpen(path, error)
  }
}

export function cannotOpen(path: string, error: unknown, file = path): unknown {
  const { message, code: systemCode = '' } = error as NodeJS.ErrnoException
  const code = resultCodeOf(error) ?? systemCode
  // A full or broken disk is not a configuration error.
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return asSqliteFailure(error, path, file)
  const hint = /^(EACCES|EROFS|EPERM|SQLITE_(READONLY|CANTOPEN).*)$/.test(code)
    ? `; this user must be able to write ${resolve(dirname(path))} and the files in it, or set DATABASE_URL to another file`
    : ''
  return new StoreError(`cannot open the database ${path}: ${message}${hint}`, { cause: error })
}

/** Throws `StoreError` for a version of SQLite that can corrupt databases. */
export function assertSafeSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number)
  const older = oldestSafeVersion.findIndex((minimum, i) => (parts[i] ?? 0) !== minimum)
  if (older === -1 || (parts[older] ?? 0) > (oldestSafeVersion[older] ?? 0)) return
  throw new StoreError(
    `SQLite ${version} can corrupt a database; ${oldestSafeVersion.join('.')} or newer is required`,
  )
}

class WritingDialect extends SqliteDialect {
  readonly #database: SqliteFile
  readonly #path: string

  constructor(database: SqliteFile, path: string) {
    super({ database: database as never })
    this.#database = database
    this.#path = path
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }

  override createDriver(): Driver {
    return new NonBlockingBusyDriver(this.#database, this.#path)
  }
}

/**
 * Waits for the write lock without blocking the event loop, unlike SQLite's own busy handler. Each caller waits for
 * `busyTimeoutMs` at most, including time in the queue.
 */
class NonBlockingBusyDriver extends SqliteDriver {
  readonly #database: SqliteFile
  readonly #path: string

  constructor(database: SqliteFile, path: string) {
    super({ database: preparedOnce(database, PreparedStatement) as never })
    this.#database = database
    this.#path = path
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = systemClock.monotonic() + busyTimeoutMs
    return new NonBlockingBusyConnection(await super.acquireConnection(), this.#path, deadline)
  }

  // SQLite rolls back itself after a disk error; a second rollback would fail and hide the first error.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }

  // `begin immediate` would lock both files; `acquireWriteLock` locks one of them.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = (await hasAccountsFile(connection)) ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
}

/** Retries while another connection writes. Its errors name the file. */
class NonBlockingBusyConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #path: string
  readonly #deadline: number
  readonly streamQuery: DatabaseConnection['streamQuery']

  constructor(connection: DatabaseConnection, path: string, deadline: number) {
    this.#connection = connection
    this.#path = path
    this.#deadline = deadline
    this.streamQuery = connection.streamQuery.bind(connection)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let pauseMs = 1; ; pauseMs *= 2) {
      try {
        return await this.#connection.executeQuery<R>(query)
      } catch (error) {
        if (!isBusy(error)) throw asSqliteFailure(error, this.#path)
      }
      if (systemClock.monotonic() >= this.#deadline) {
        throw new StoreBusy(
          `another process has been writing to the database for ${busyTimeoutMs / 1000} seconds; try again later`,
        )
      }
      await pause(Math.min(pauseMs, longestPauseMs))
    }
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // DDL is transactional in SQLite, so a killed migration leaves the schema unchanged.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
