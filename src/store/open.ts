import { Kysely, Migrator } from 'kysely'
import type { SqlDialect } from './dialect/dialect.ts'
import { sqliteDialect } from './dialect/sqlite.ts'
import { readingSqlite, writingSqlite } from './dialect/sqlite-driver.ts'
import { lockServing } from './dialect/sqlite-lock.ts'
import { migrations } from './migrations/migrations.ts'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** What a query may do on a serving handle: read. */
export type ReadDatabase = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor' | 'fn'>

/** A handle that answers requests. The database itself refuses writes on it. */
export interface ReadStore {
  readonly dialect: SqlDialect
  /** For an answer that one statement makes. */
  readonly db: ReadDatabase
  /** Runs `work` so that all its statements see one state of the database. */
  read<T>(work: (db: ReadDatabase) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A handle for imports, keys and migrations; it can also answer. */
export interface WriteStore extends ReadStore {
  readonly db: Kysely<Tables>
  /**
   * All or nothing. Waits for another writer instead of failing midway, and lets the process go on meanwhile; throws
   * `StoreBusy` where that takes more than five seconds. What is done outside of it holds up the process.
   */
  transaction<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
}

/** The file behind `sqlite:<path>`. */
function sqlitePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '')
}

/** `onStatement` hears the text of every statement; tests count them. */
export function openReadStore(
  databaseUrl: string,
  onStatement?: (text: string) => void,
): ReadStore {
  const db = new Kysely<Tables>({
    dialect: readingSqlite(sqlitePath(databaseUrl)),
    ...(onStatement === undefined ? {} : { log: (event) => onStatement(event.query.sql) }),
  })
  return {
    dialect: sqliteDialect,
    db,
    read: (work) => db.transaction().execute((transaction) => work(transaction)),
    close: () => db.destroy(),
  }
}

export function openWriteStore(databaseUrl: string): WriteStore {
  const db = new Kysely<Tables>({ dialect: writingSqlite(sqlitePath(databaseUrl)) })
  return {
    dialect: sqliteDialect,
    db,
    read: (work) => db.transaction().execute((transaction) => work(transaction)),
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  }
}

/** Makes this process the only server of the database; returns how to end that. Throws `StoreError` where one serves it. */
export function claimServing(databaseUrl: string): () => void {
  return lockServing(sqlitePath(databaseUrl))
}

/** Brings the schema up to date; returns the names of the migrations that ran. Refuses a schema newer than this code. */
export async function migrate(store: WriteStore, known = migrations): Promise<string[]> {
  const applied = await appliedMigrations(store)
  const unknown = applied.find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) {
    throw new StoreError(
      `the database has migration ${unknown}, which this version of reeve does not know: use a newer one`,
    )
  }
  // The migrator takes the write lock first thing; a key must be revocable while an import holds it.
  if (Object.keys(known).every((name) => applied.includes(name))) return []
  const provider = { getMigrations: async () => known }
  const { error, results } = await new Migrator({ db: store.db, provider }).migrateToLatest()
  if (error !== undefined)
    throw new StoreError(`migration failed: ${describe(error)}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

async function appliedMigrations(store: WriteStore): Promise<string[]> {
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const ledger = store.db.withTables<{ kysely_migration: { name: string } }>()
  const rows = await ledger.selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
