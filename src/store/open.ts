import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { FairQueue, type QueueClient } from '../core/fair-queue.ts'
import { assertNoUnfinishedCopy } from './copy/unfinished-copy.ts'
import type { SqlDialect, WriteScope } from './dialect/dialect.ts'
import type { Claim, ClaimOptions, Connections, HandleUse, Snapshot } from './dialect/engine.ts'
import { engineOf } from './dialect/engines.ts'
import { ownIteration } from './iterations.ts'
import { type MigrationLists, migrations } from './migrations/migrations.ts'
import { searchEngines } from './search/engines.ts'
import { isSearchCurrent, rebuildSearch, reportRebuild } from './search/index-documents.ts'
import { type Search, searchOn } from './search/search.ts'
import { SqliteSearchThread } from './search/sqlite-thread.ts'
import { DatabaseMissing, StoreBusy } from './store-error.ts'
import type { Tables } from './tables.ts'

const retryMs = 200

/** The read-only part of Kysely. */
export type ReadDatabase = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'fn'
>

/**
 * A handle for serving requests. The database itself rejects writes on it. Searches run in a worker thread on SQLite, if
 * the handle has a script for it.
 */
export interface ReadStore {
  readonly dialect: SqlDialect
  /** For single statements. */
  readonly db: ReadDatabase
  /** Runs `work` on one snapshot of the database. */
  read<T>(work: (db: ReadDatabase) => Promise<T>): Promise<T>
  /**
   * The same for work of several iterations of the event loop. SQLite has one connection for it, which clients have in
   * rotation; `read` would let all other statements wait, and then run them in one iteration.
   */
  readLong<T>(client: QueueClient, work: (db: ReadDatabase) => Promise<T>): Promise<T>
  /** The same on a new connection, for work that takes as long as its client does. */
  readAlone<T>(work: (db: ReadDatabase) => Promise<T>): Promise<T>
  readonly search: Search
  /** Throws `StoreError`, with a one-line reason, if the database cannot be used. */
  check(): Promise<void>
  /** Absent for SQLite, where requests do not wait for connections. */
  connections?: () => Connections
  close(): Promise<void>
}

/** A handle for imports, keys and migrations. */
export interface WriteStore extends ReadStore {
  readonly db: Kysely<Tables>
  /**
   * Commits all changes or none. Waits up to five seconds for another writer, without blocking the event loop, then
   * throws `StoreBusy`. The scope `access` (accounts and keys) does not wait for imports, and must write to nothing
   * else.
   */
  transaction<T>(work: (db: Kysely<Tables>) => Promise<T>, scope?: WriteScope): Promise<T>
  migrate(available: MigrationLists): Promise<string[]>
}

/** Receives every statement; used by tests. */
type StatementListener = (text: string, values: readonly unknown[]) => void

export function openReadStore(databaseUrl: string, onStatement?: StatementListener): ReadStore {
  return openToRead(databaseUrl, 'reading', onStatement)
}

/** A handle for council records alone, whose role may be one that cannot read accounts and keys. */
export function openRecordStore(databaseUrl: string): ReadStore {
  return openToRead(databaseUrl, 'record')
}

/** A read-only handle for a command, without time limits. */
export function openReportStore(databaseUrl: string): ReadStore {
  return openToRead(databaseUrl, 'report')
}

function openToRead(
  databaseUrl: string,
  use: 'reading' | 'record' | 'report' | 'download',
  onStatement?: StatementListener,
): ReadStore {
  const { db, snapshot, ...handle } = openHandle(databaseUrl, use, onStatement)
  const read = snapshotOf(db, snapshot)
  if (snapshot === undefined) return { ...handle, db, read, readLong: (_, work) => read(work) }
  const queue = new FairQueue(1)
  let other: ReadStore | undefined
  return {
    ...handle,
    db,
    read,
    readLong: (client, work) =>
      queue.run(client, async () => {
        await ownIteration()
        other ??= openToRead(databaseUrl, use, onStatement)
        return other.read(work)
      }),
    async close() {
      await other?.close()
      await handle.close()
    },
  }
}

/** A read handle whose searches do not block the event loop; `searchEntry` is the script of the search thread. */
export function openServingStore(databaseUrl: string, searchEntry: URL): ReadStore {
  const store = openReadStore(databaseUrl)
  if (store.dialect.name !== 'sqlite') return store
  const thread = new SqliteSearchThread(databaseAddress(databaseUrl), searchEntry)
  return {
    ...store,
    search: (query) => thread.search(query),
    async close() {
      await thread.close()
      await store.close()
    },
  }
}

/** A handle for one command or, with `serving`, for concurrent requests. */
export function openWriteStore(
  databaseUrl: string,
  use: 'command' | 'serving' = 'command',
): WriteStore {
  const { db, dialect, ...handle } = openHandle(databaseUrl, use)
  const read = snapshotOf(db)
  return {
    ...handle,
    dialect,
    db,
    read,
    readLong: (_, work) => read(work),
    migrate: (available) => engineOf(databaseUrl).migrate(db, databaseUrl, available),
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
    readAlone: <T>(work: (db: ReadDatabase) => Promise<T>) =>
      readAlone(databaseUrl, work, onStatement),
    search: searchOn(db, searchEngines[engine.dialect.name]),
    check: () => engine.check(db, databaseUrl, use),
    close: () => db.destroy(),
  }
}

async function readAlone<T>(
  databaseUrl: string,
  work: (db: ReadDatabase) => Promise<T>,
  onStatement?: StatementListener,
): Promise<T> {
  const alone = openToRead(databaseUrl, 'download', onStatement)
  try {
    return await alone.read(work)
  } finally {
    await alone.close()
  }
}

/** A later statement must not see an import that was published after an earlier one. */
function snapshotOf(db: Kysely<Tables>, snapshot?: Snapshot): ReadStore['read'] {
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

/** Throws `StoreError` if another server holds the claim and does not share it. */
export function claimServing(databaseUrl: string, options: ClaimOptions): Promise<Claim> {
  return engineOf(databaseUrl).claimServing(databaseUrl, options)
}

/**
 * Call before the source is read, with the slug of the municipality. Throws `StoreBusy` at once if another import of it is
 * running. Readers never wait.
 */
export function claimImporting(databaseUrl: string, municipality: string): Promise<Claim> {
  return engineOf(databaseUrl).claimImporting(databaseUrl, municipality)
}

/** Throws `DatabaseMissing` if the database does not have Reeve's tables, so that a wrong setting does not create one. */
export async function requireDatabase(databaseUrl: string): Promise<void> {
  if (await hasDatabase(databaseUrl)) return
  throw new DatabaseMissing(
    `there is no Reeve database at ${databaseAddress(databaseUrl)}: check DATABASE_URL, or create the database with reeve migrate`,
  )
}

/** Whether the database has Reeve's tables. */
export function hasDatabase(databaseUrl: string): Promise<boolean> {
  return engineOf(databaseUrl).exists(databaseUrl)
}

/**
 * Repeats `work` while it is rejected because another process writes, without a limit: a large import writes for
 * minutes, and its lock ends with its process. `onWait` is called once.
 */
export async function afterOtherWriters<T>(
  work: () => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error
    }
    if (waits === 0) onWait?.()
    await pause(retryMs)
  }
}

/** The absolute path or the URL of a database, without its password. */
export function databaseAddress(databaseUrl: string): string {
  return engineOf(databaseUrl).address(databaseUrl)
}

/** What is damaged in the database or its search index; a line for each. */
export function findDamage(databaseUrl: string): Promise<string[]> {
  const { dialect, findDamage } = engineOf(databaseUrl)
  return findDamage(databaseUrl, [searchEngines[dialect.name].check])
}

/** See `Engine.size`. */
export function databaseSize(databaseUrl: string) {
  return engineOf(databaseUrl).size(databaseUrl)
}

/** Whether two URLs name one database, as far as can be known without connecting. */
export function sameDatabase(one: string, other: string): boolean {
  return engineOf(one).databaseIdentity(one) === engineOf(other).databaseIdentity(other)
}

/**
 * Migrates the schema and returns the names of the migrations that ran. Throws `StoreError` if the schema is newer than
 * this code, or if the database is an unfinished copy.
 */
export async function migrate(store: WriteStore, available = migrations): Promise<string[]> {
  const done = await migrateSchema(store, available)
  await assertNoUnfinishedCopy(store.db)
  return done
}

/** Like `migrate`, but accepts an unfinished copy. */
export async function migrateSchema(store: WriteStore, available = migrations): Promise<string[]> {
  await store.check()
  const done = await store.migrate(available)
  const isCurrent = available !== migrations || (await isSearchCurrent(store.db))
  if (!isCurrent)
    await store.transaction(async (db) => {
      // Another process may have rebuilt it meanwhile.
      if (await isSearchCurrent(db)) return
      await reportRebuild(db)
      await rebuildSearch(db, store.dialect)
    }, 'record')
  if (!isCurrent || done.length > 0) await store.dialect.truncateLog(store.db)
  return done
}
