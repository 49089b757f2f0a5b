import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { StoreError } from '../store-error.ts'

// Up to 3.51.2 two connections on one WAL file could corrupt it (the WAL-reset bug, fixed on 2026-03-13).
const sqliteFloor = [3, 51, 3]
const busyTimeoutMs = 5000
const statementsKept = 300

/** The engine for handles that answer requests: it cannot write, and statements are prepared once. */
export function readingSqlite(path: string): SqliteDialect {
  const db = openFile(path, { readonly: true, fileMustExist: true })
  db.pragma('query_only = on')
  const statements = new Map<string, Database.Statement>()
  const prepare = (text: string) => {
    const known = statements.get(text)
    if (known !== undefined) return known
    if (statements.size >= statementsKept) statements.clear()
    const statement = db.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return new SqliteDialect({ database: { prepare, close: () => db.close() } as never })
}

/** The engine for handles that write: WAL, every commit on disk before it is answered. */
export function writingSqlite(path: string): SqliteDialect {
  const db = openFile(path, {}, () => mkdirSync(dirname(path), { recursive: true }))
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.pragma('foreign_keys = on')
  return new WritingDialect(db)
}

function openFile(
  path: string,
  options: Database.Options,
  makeFolder?: () => void,
): Database.Database {
  try {
    if (path !== ':memory:') makeFolder?.()
    const db = new Database(path, { timeout: busyTimeoutMs, ...options })
    refuseOldSqlite(db.prepare('select sqlite_version()').pluck().get() as string)
    db.pragma('trusted_schema = off')
    return db
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`cannot open the database ${path}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function refuseOldSqlite(version: string): void {
  const parts = version.split('.').map(Number)
  const older = sqliteFloor.findIndex((floor, i) => (parts[i] ?? 0) !== floor)
  if (older === -1 || (parts[older] ?? 0) > (sqliteFloor[older] ?? 0)) return
  throw new StoreError(
    `SQLite ${version} can corrupt a database; ${sqliteFloor.join('.')} or newer is needed`,
  )
}

class WritingDialect extends SqliteDialect {
  readonly #database: Database.Database

  constructor(database: Database.Database) {
    super({ database: database as never })
    this.#database = database
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database as never })
  }
}

class ImmediateDriver extends SqliteDriver {
  // A deferred transaction that turns to writing late can fail at once as busy; an immediate one waits its turn.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite rolls DDL back like anything else; so a killed migration leaves the schema as it was.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
