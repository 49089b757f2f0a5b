import { Kysely } from 'kysely'
import type { Migrations } from './apply-migrations.ts'
import { assertNoUnfinishedCopy } from './copy/unfinished-copy.ts'
import type { SearchQuery, SearchRow, SqlDialect, WriteScope } from './dialect/dialect.ts'
import type { Claim, ClaimOptions, Connections, HandleUse, Snapshot } from './dialect/engine.ts'
import { engineOf } from './dialect/engines.ts'
import { migrations } from './migrations/migrations.ts'
import type { Tables } from './tables.ts'

/** What a query may do on a serving handle: read. */
export type ReadDatabase = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'fn'
>

/** A handle that answers requests. The database itself refuses writes on it. */
export interface ReadStore {
  readonly dialect: SqlDialect
  /** For an answer that one statement makes. */
  readonly db: ReadDatabase
  /** Runs `work` so that all its statements see one state of the database. */
  read<T>(work: (db: ReadDatabase) => Promise<T>): Promise<T>
  /** On SQLite outside of this thread, where the handle was given a script for that. */
  search(query: SearchQuery): Promise<SearchRow[]>
  /** Throws `StoreError`, one line that names what is wrong, where the database cannot be used as this handle must. */
  check(): Promise<void>
  /** Absent where nobody waits for a connection. */
  connections?: () => Connections
  /**
   * How often readers went from one database to another; absent where there is one. What is read across such a moment
   * may be of two states.
   */
  failoverCount?: () => number
  close(): Promise<void>
}

/** A handle for imports, keys and migrations; it can also answer. */
export interface WriteStore extends ReadStore {
  readonly db: Kysely<Tables>
  /**
   * All or nothing. Waits for another writer instead of failing midway, and lets the process go on meanwhile; throws
   * `StoreBusy` where that takes more than five seconds. Accounts and keys have a turn of their own, so what writes to them
   * does not wait for an import, and writes to nothing else.
   */
  transaction<T>(work: (db: Kysely<Tables>) => Promise<T>, scope?: WriteScope): Promise<T>
  /** As `migrateSchema`. */
  migrate(known: Migrations): Promise<string[]>
}

/** Hears every statement and its values; tests count them, and ask how the database goes about them. */
type StatementListener = (text: string, values: readonly unknown[]) => void

/** A handle that answers requests. */
export function openReadStore(databaseUrl: string, onStatement?: StatementListener): ReadStore {
  return openToRead(databaseUrl, 'reading', onStatement)
}

/** A handle for a command that only reads, whose statements may take as long as they take. */
export function openReportStore(databaseUrl: string): ReadStore {
  return openToRead(databaseUrl, 'report')
}

function openToRead(
  databaseUrl: string,
  use: 'reading' | 'report',
  onStatement?: StatementListener,
): ReadStore {
  const { db, snapshot, ...handle } = openHandle(databaseUrl, use, onStatement)
  return { ...handle, db, read: snapshotOf(db, snapshot) }
}

/** The same, whose searches do not hold up the event loop; `searchEntry` is the script of the thread. */
export function openServingStore(databaseUrl: string, searchEntry: URL): ReadStore {
  const store = openReadStore(databaseUrl)
  const thread = engineOf(databaseUrl).searchThread?.(databaseUrl, searchEntry)
  if (thread === undefined) return store
  return {
    ...store,
    search: (query) => thread.search(query),
    async close() {
      await thread.close()
      await store.close()
    },
  }
}

/** A handle for one command, an import for one; or, with `serving`, for many requests at a time. */
export function openWriteStore(
  databaseUrl: string,
  use: 'command' | 'serving' = 'command',
): WriteStore {
  const { db, dialect, ...handle } = openHandle(databaseUrl, use)
  return {
    ...handle,
    dialect,
    db,
    read: snapshotOf(db),
    migrate: (known) => engineOf(databaseUrl).migrate(db, databaseUrl, known),
    transaction: (work, scope = 'access') =>
      db.transaction().execute(async (transaction) => {
        await dialect.acquireWriteLock(transaction, scope)
        return work(transaction)
      }),
  }
}

function openHandle(databaseUrl: string, use: HandleUse, onStatement?: StatementListener) {
  const engine = engineOf(databaseUrl)
  const { dialect, ...opened } = engine.open(databaseUrl, use)
  const db = new Kysely<Tables>({
    dialect,
    ...(onStatement === undefined
      ? {}
      : { log: ({ query }) => onStatement(query.sql, query.parameters) }),
  })
  return {
    ...opened,
    dialect: engine.dialect,
    db,
    search: (query: SearchQuery) => engine.dialect.search(db, query),
    check: () => engine.check(db, databaseUrl, use),
    close: () => db.destroy(),
  }
}

/** How a handle reads one state: a later statement must not see what an import published after an earlier one. */
export function snapshotOf(db: Kysely<Tables>, snapshot?: Snapshot): ReadStore['read'] {
  if (snapshot !== undefined)
    return (work) => db.connection().execute((one) => within(snapshot, () => work(one)))
  return (work) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => work(transaction))
}

async function within<T>(snapshot: Snapshot, work: () => Promise<T>): Promise<T> {
  snapshot.begin()
  try {
    return await work()
  } finally {
    snapshot.end()
  }
}

/** Takes the right to serve a database; throws `StoreError` where a server has it that does not share it. */
export function claimServing(databaseUrl: string, options: ClaimOptions): Promise<Claim> {
  return engineOf(databaseUrl).claimServing(databaseUrl, options)
}

/**
 * Takes the right to import into a database, from before the source is read; throws `StoreBusy` at once where another
 * import has it. Nobody who reads waits for either.
 */
export function claimImporting(databaseUrl: string): Promise<Claim> {
  return engineOf(databaseUrl).claimImporting(databaseUrl)
}

/** Whether a database is there to be opened; SQLite's comes into being when it is opened to write. */
export function databaseExists(databaseUrl: string): boolean {
  return engineOf(databaseUrl).exists(databaseUrl)
}

/** Whether two addresses name one database, as far as can be told without asking it. */
export function sameDatabase(one: string, other: string): boolean {
  return engineOf(one).databaseIdentity(one) === engineOf(other).databaseIdentity(other)
}

/**
 * Brings the schema up to date; returns the names of the migrations that ran. Refuses a schema newer than this code, and
 * a database that holds a part of another one only.
 */
export async function migrate(store: WriteStore, known = migrations): Promise<string[]> {
  const done = await migrateSchema(store, known)
  await assertNoUnfinishedCopy(store.db)
  return done
}

/** The same for the copy that is about to be finished. */
export async function migrateSchema(store: WriteStore, known = migrations): Promise<string[]> {
  await store.check()
  return store.migrate(known)
}
