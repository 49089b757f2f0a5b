import type { Dialect, Kysely } from 'kysely'
import type { MigrationLists } from '../migrations/migrations.ts'
import type { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import type { SqlDialect } from './dialect.ts'

/**
 * What a handle is used for. `record` and `reading` serve requests (only the record, or also accounts and keys),
 * `serving` changes accounts and keys while serving, `command` is one
 * CLI command, `report` a read-only one without time limits, and `download` one whole list.
 */
export type HandleUse = 'record' | 'reading' | 'serving' | 'command' | 'report' | 'download'

export interface Connections {
  busy: number
  idle: number
  waiting: number
  max: number
}

/** A read snapshot, from the first statement after `begin`. */
export interface Snapshot {
  begin: () => void
  end: () => void
}

interface Handle {
  dialect: Dialect
  /** Absent if a transaction provides the snapshot. */
  snapshot?: Snapshot
  /** Absent for SQLite, where requests do not wait for connections. */
  connections?: () => Connections
}

/** An exclusive right to serve a database or to import a municipality, until it is released. */
export interface Claim {
  release(): Promise<void>
}

export interface ClaimOptions {
  /** Whether the server shares its rate-limit counters, and therefore the claim, with other servers. */
  shared: boolean
  /** Called if another server has taken the claim while this one runs. */
  onLost: (reason: StoreError) => void
}

/** An index that must have the ids that one query selects, and the query for those that it has. */
export interface IndexCheck {
  index: string
  expected: string
  indexed: string
}

/** The two files of a database or of a backup. */
export interface DatabaseFiles {
  record: string
  accounts: string
}

/** What a backup contains, in rows. */
export interface CopiedRows {
  municipalities: number
  accounts: number
  /** Of all tables, without the search index. */
  all: number
}

export interface RestoreOptions {
  /** Accept a database with municipalities or accounts. */
  replace: boolean
}

export interface RestoreReport {
  rows: CopiedRows
  /** Where the former database is; undefined if there was none. */
  former: string | undefined
}

export interface DatabaseSize {
  bytes: number
  freeBytes: number | null
}

/** A database engine: its connections and its SQL dialect. */
export interface Engine {
  readonly dialect: SqlDialect
  /** Handles for `record`, `reading`, `report` and `download` are read-only. */
  open(databaseUrl: string, use: HandleUse): Handle
  /** Migrates the schema and returns the names of the migrations that ran. `db` must be writable. */
  migrate(db: Kysely<Tables>, databaseUrl: string, available: MigrationLists): Promise<string[]>
  /** Throws `StoreError`, with a one-line reason, if the database cannot be used for this. */
  check(db: Kysely<Tables>, databaseUrl: string, use: HandleUse): Promise<void>
  /** Whether Reeve's tables exist. Opening a database to write creates a missing SQLite file, and migrating the tables. */
  exists(databaseUrl: string): Promise<boolean>
  /** The absolute path or the URL without its password, for messages. */
  address(databaseUrl: string): string
  /**
   * Writes and verifies a consistent copy in two empty files, until `signal` is aborted. Absent if the database has its
   * own backup tools.
   */
  copyTo?(databaseUrl: string, to: DatabaseFiles, signal?: AbortSignal): Promise<CopiedRows>
  /** What is damaged in the database or differs between indexes and what they must have; a line for each. */
  findDamage(databaseUrl: string, checks: readonly IndexCheck[]): Promise<string[]>
  /** What the database takes on its disk, and how much is free there; null on the disk of a server. Bytes. */
  size(databaseUrl: string): Promise<DatabaseSize>
  /** Replaces the database by a backup. Absent if the database has its own backup tools. */
  restoreFrom?(databaseUrl: string, file: string, options: RestoreOptions): Promise<RestoreReport>
  /** Canonical identity of the database, ignoring user and URL spelling. */
  databaseIdentity(databaseUrl: string): string
  /** Throws `StoreError` if another server holds the claim and does not share it. */
  claimServing(databaseUrl: string, options: ClaimOptions): Promise<Claim>
  /** Throws `StoreBusy` at once if another import of the municipality is running. */
  claimImporting(databaseUrl: string, municipality: string): Promise<Claim>
}

/** A line of `findDamage`, if the index differs. */
export function indexDamage({ index }: IndexCheck, missing: number, extra: number): string[] {
  if (missing + extra === 0) return []
  return [
    `${index} lacks ${missing} texts and has ${extra} that no longer exist; repair it with: reeve search rebuild`,
  ]
}
