import { existsSync, statSync } from 'node:fs'
import { Kysely } from 'kysely'
import { allMigrations, applyMigrations, assertKnownMigrations } from '../apply-migrations.ts'
import type { MigrationLists, Migrations } from '../migrations/migrations.ts'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import { cannotOpen, joinAccounts, openFile, writingSqlite } from './sqlite.ts'
import { asSqliteFailure } from './sqlite-failure.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { accountsPathOf } from './sqlite-file.ts'
import { whileMigratingAlone } from './sqlite-lock.ts'

/** State of a database file. */
interface FileState {
  applied: string[]
  tables: ReadonlySet<string>
  /** Whether it has neither accounts nor municipalities. */
  isEmpty: boolean
}

export function stateOf(path: string): FileState {
  if (!existsSync(path)) return { applied: [], tables: new Set(), isEmpty: true }
  const db = openFile(path, { readOnly: true })
  try {
    const tables = new Set(tablesIn(db))
    const isEmpty = ['accounts', 'municipalities'].every(
      (name) =>
        !tables.has(name) || db.prepare(`select 1 from "${name}" limit 1`).get() === undefined,
    )
    const applied = tables.has('kysely_migration')
      ? db.column('select name from kysely_migration')
      : []
    return { applied, tables, isEmpty }
  } finally {
    db.close()
  }
}

export function tablesIn(db: SqliteFile): string[] {
  return db.column("select name from sqlite_master where type = 'table'")
}

/**
 * Migrates the record and the accounts file, each by its own list; other processes wait meanwhile. Afterwards `db` has
 * both files attached. Returns the names of the migrations that ran.
 */
export async function migrateFiles(
  db: Kysely<Tables>,
  path: string,
  available: MigrationLists,
): Promise<string[]> {
  const done = isUpToDate(path, available)
    ? []
    : await whileMigratingAlone(path, () => bringUpToDate(path, available))
  await joinAccounts(db, path)
  return done
}

/** Whether a file has Reeve's tables. Throws `StoreError` if it cannot be read. */
export function holdsTables(path: string): boolean {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file')
    return stateOf(path).tables.has('municipalities')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error instanceof StoreError ? error : cannotOpen(path, error)
  }
}

function isUpToDate(path: string, available: MigrationLists): boolean {
  const record = stateOf(path).applied
  const access = stateOf(accountsPathOf(path)).applied
  assertKnownMigrations([...record, ...access], allMigrations(available))
  return (
    Object.keys(available.record).every((name) => record.includes(name)) &&
    Object.keys(available.access).every((name) => access.includes(name))
  )
}

async function bringUpToDate(path: string, available: MigrationLists): Promise<string[]> {
  // Another process may have migrated meanwhile.
  if (isUpToDate(path, available)) return []
  const accounts = accountsPathOf(path)
  assertCompleteDatabase(path, accounts)
  try {
    // The accounts first: a record without them is a database that has lost a file.
    const ofAccess = await migrateFile(accounts, available.access)
    return [...ofAccess, ...(await migrateFile(path, available.record))].sort()
  } catch (error) {
    throw asSqliteFailure(error, path)
  }
}

/** Throws `StoreError` if one of the two files is missing, or a WAL has no file. */
function assertCompleteDatabase(path: string, accounts: string): void {
  const { tables } = stateOf(path)
  if (tables.has('api_keys'))
    throw new StoreError(
      `${path} is the accounts file of a database: name the database file itself in DATABASE_URL`,
    )
  assertNoStrayLog(accounts)
  if (tables.has('municipalities') && !stateOf(accounts).tables.has('api_keys'))
    throw new StoreError(
      `${accounts} is missing, the file with the accounts and keys of ${path}: put it back, or restore a backup`,
    )
}

/** SQLite would apply the log of a moved file to the new file of that name. */
function assertNoStrayLog(file: string): void {
  const log = ['-wal', '-journal']
    .map((suffix) => file + suffix)
    .find((name) => (statSync(name, { throwIfNoEntry: false })?.size ?? 0) > 0)
  if (log !== undefined && !existsSync(file))
    throw new StoreError(`${log} belongs to a file that was moved away: move it beside that file`)
}

async function migrateFile(path: string, available: Migrations): Promise<string[]> {
  const db = new Kysely<Tables>({ dialect: writingSqlite(path, { alone: true }) })
  try {
    return await applyMigrations(db, available)
  } finally {
    await db.destroy()
  }
}
