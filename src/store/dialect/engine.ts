import type { Dialect, Kysely } from 'kysely'
import type { Migrations } from '../apply-migrations.ts'
import type { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SearchQuery, SearchRow, SqlDialect } from './dialect.ts'

/**
 * What a handle is for: answering requests, the record's alone or all; comparing a replica with its primary; changing
 * accounts and keys while serving; one command's whole work; or that of one that only reads, however long.
 */
export type HandleUse = 'record' | 'reading' | 'watching' | 'serving' | 'command' | 'report'

/** How many connections a handle has now, and who waits for one. */
export interface Connections {
  busy: number
  idle: number
  waiting: number
  /** How many it may have. */
  max: number
}

/** One state of the database, from the first statement after `begin` on. */
export interface Snapshot {
  begin: () => void
  end: () => void
}

/** A database opened for one use. */
interface Handle {
  dialect: Dialect
  /** Has all statements of the one connection see one state for a while; absent where a transaction does that. */
  snapshot?: Snapshot
  /** Absent where nobody waits for a connection: a file has one. */
  connections?: () => Connections
}

/** A right to a database, to serve it or to import into it, held until it is given back. */
export interface Claim {
  release(): Promise<void>
}

export interface ClaimOptions {
  /** Whether this server shares its counters, and so the right, with others. */
  shared: boolean
  /** Told where the right was lost to another server while this one runs. */
  onLost: (reason: StoreError) => void
}

/** Searches beside the thread that answers requests. */
export interface SearchThread {
  search(query: SearchQuery): Promise<SearchRow[]>
  close(): Promise<void>
}

/** A kind of database: how it is reached, and how its SQL differs. */
export interface Engine {
  readonly dialect: SqlDialect
  /** A handle of `use`; one for `record`, `reading` or `report` cannot write. */
  open(databaseUrl: string, use: HandleUse): Handle
  /**
   * Searches in a thread of its own, started from the script `entry`; absent where searches do not run in this process.
   */
  searchThread?(databaseUrl: string, entry: URL): SearchThread
  /** Brings the schema up to date; `db` is a handle that writes. The names of the migrations that ran. */
  migrate(db: Kysely<Tables>, databaseUrl: string, known: Migrations): Promise<string[]>
  /** Throws `StoreError`, one line that names what is wrong, where the database cannot be used for this. */
  check(db: Kysely<Tables>, databaseUrl: string, use: HandleUse): Promise<void>
  /** Whether there is a database at the address; opened for a command, one that is not there comes into being. */
  exists(databaseUrl: string): boolean
  /**
   * Writes one committed state of the database to an empty file, and checks what was written. Rejects with the reason of
   * `signal` once that is aborted. Absent where the database has tools of its own for that.
   */
  copyTo?(databaseUrl: string, file: string, signal?: AbortSignal): Promise<void>
  /** The same for all spellings of an address that differ in nothing but the spelling, and the user. */
  databaseIdentity(databaseUrl: string): string
  /** Throws `StoreError` where a server already holds the right, and may not share it. */
  claimServing(databaseUrl: string, options: ClaimOptions): Promise<Claim>
  /** Throws `StoreBusy` at once where another import holds the right. */
  claimImporting(databaseUrl: string): Promise<Claim>
}
