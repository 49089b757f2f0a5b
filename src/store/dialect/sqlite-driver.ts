import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { systemClock } from '../../core/clock.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { Snapshot } from './engine.ts'
import { rowNamer } from './row-namer.ts'
import { asSqliteFailure } from './sqlite-failure.ts'

// Up to 3.51.2 two connections on one WAL file could corrupt it (the WAL-reset bug, fixed on 2026-03-13).
const sqliteFloor = [3, 51, 3]
const busyTimeoutMs = 5000
const longestPauseMs = 50
const statementsKept = 300

/** The engine for handles that answer requests: it cannot write. */
export function readingSqlite(path: string): { dialect: SqliteDialect; snapshot: Snapshot } {
  const file = openToRead(path)
  const db = preparedOnce(file, (statement) =>
    statement.reader ? new ObjectStatement(statement) : statement,
  )
  const [begin, commit] = [file.prepare('begin'), file.prepare('commit')]
  // SQLite has ended it already where the disk failed.
  const end = () => void (file.inTransaction && commit.run())
  return {
    dialect: new SqliteDialect({ database: db as never }),
    snapshot: {
      begin: () => {
        // One that could not be ended must not keep all that come after it from beginning.
        end()
        begin.run()
      },
      end,
    },
  }
}

/** A statement that makes objects of arrays: the driver's own take longer to fill than the arrays take to read. */
class ObjectStatement {
  readonly reader = true
  readonly #statement: Database.Statement
  readonly #named: ReturnType<typeof rowNamer>

  constructor(statement: Database.Statement) {
    this.#statement = statement.raw()
    this.#named = rowNamer(statement.columns().map(({ name }) => name))
  }

  all(values: readonly unknown[]): Record<string, unknown>[] {
    return (this.#statement.all(...values) as unknown[][]).map((row) => this.#named(row))
  }
}

export function openToRead(path: string): Database.Database {
  const db = openFile(path, { readonly: true, fileMustExist: true })
  db.pragma('query_only = on')
  return db
}

/** The engine for handles that write: WAL, every commit on disk before it is answered. */
export function writingSqlite(path: string): SqliteDialect {
  if (path !== ':memory:') createPrivately(path)
  const db = openFile(path, {})
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.pragma('foreign_keys = on')
  return new WritingDialect(db, path)
}

// The hashes of keys and the secret that signs cursors stand in this file; SQLite gives its -wal and -shm the same mode.
function createPrivately(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

/** Statements are prepared once: the same few texts come again and again. */
export function preparedOnce<S>(db: Database.Database, made: (statement: Database.Statement) => S) {
  const statements = new Map<string, S>()
  const prepare = (text: string): S => {
    const known = statements.get(text)
    if (known !== undefined) return known
    if (statements.size >= statementsKept) statements.clear()
    const statement = made(db.prepare(text))
    statements.set(text, statement)
    return statement
  }
  return { prepare, close: () => void db.close() }
}

export const asTheyAre = (statement: Database.Statement) => statement

function openFile(path: string, options: Database.Options): Database.Database {
  try {
    const db = new Database(path, { timeout: busyTimeoutMs, ...options })
    refuseOldSqlite(db.prepare('select sqlite_version()').pluck().get() as string)
    db.pragma('trusted_schema = off')
    return db
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw cannotOpen(path, error)
  }
}

function cannotOpen(path: string, error: unknown): StoreError {
  const reason = (error as Error).message
  return new StoreError(`cannot open the database ${path}: ${reason}`, { cause: error })
}

/** Throws `StoreError` where this version of SQLite can corrupt a database. */
export function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  const older = sqliteFloor.findIndex((floor, i) => (parts[i] ?? 0) !== floor)
  if (older === -1 || (parts[older] ?? 0) > (sqliteFloor[older] ?? 0)) return
  throw new StoreError(
    `SQLite ${version} can corrupt a database; ${sqliteFloor.join('.')} or newer is needed`,
  )
}

class WritingDialect extends SqliteDialect {
  readonly #database: Database.Database
  readonly #path: string

  constructor(database: Database.Database, path: string) {
    super({ database: database as never })
    this.#database = database
    this.#path = path
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#database, this.#path)
  }
}

/**
 * Waits for its turn to write without holding up the process: SQLite's own wait would let nothing else run meanwhile,
 * no answer and no timer. Whoever asks waits for `busyTimeoutMs` at most, those that queue behind another one too.
 */
class PatientDriver extends SqliteDriver {
  readonly #database: Database.Database
  readonly #path: string
  #deadline = 0

  constructor(database: Database.Database, path: string) {
    super({ database: preparedOnce(database, asTheyAre) as never })
    this.#database = database
    this.#path = path
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = systemClock.monotonic() + busyTimeoutMs
    const connection = await super.acquireConnection()
    // There is one connection, so this is of the one that holds it.
    this.#deadline = deadline
    return new NamingConnection(connection, this.#path)
  }

  // SQLite has undone it already where the disk failed; to undo it again is an error that would hide the first.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  override async beginTransaction(): Promise<void> {
    for (let pauseMs = 1; !beginNow(this.#database); pauseMs *= 2) {
      if (systemClock.monotonic() >= this.#deadline) {
        throw new StoreBusy(
          `another process has been writing to the database for ${busyTimeoutMs / 1000} seconds; try again later`,
        )
      }
      await pause(Math.min(pauseMs, longestPauseMs))
    }
  }
}

/** A connection whose failures name the file. */
class NamingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #path: string
  readonly streamQuery: DatabaseConnection['streamQuery']

  constructor(connection: DatabaseConnection, path: string) {
    this.#connection = connection
    this.#path = path
    this.streamQuery = connection.streamQuery.bind(connection)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.executeQuery<R>(query)
    } catch (error) {
      throw asSqliteFailure(error, this.#path)
    }
  }
}

/**
 * Whether the transaction began, which it does not while another connection writes. It is an immediate one: a deferred
 * one that turns to writing late can fail at once as busy.
 */
function beginNow(db: Database.Database): boolean {
  db.pragma('busy_timeout = 0')
  try {
    db.exec('begin immediate')
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  } finally {
    db.pragma(`busy_timeout = ${busyTimeoutMs}`)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite rolls DDL back like anything else; so a killed migration leaves the schema as it was.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
