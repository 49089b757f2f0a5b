import { existsSync, statSync } from 'node:fs'
import { Kysely } from 'kysely'
import { applyMigrations, assertKnownMigrations, type Migrations } from '../apply-migrations.ts'
import { writeAtomically } from '../atomic-file.ts'
import { accessMigrations, accountsFileMigration } from '../migrations/migrations.ts'
import { StoreError } from '../store-error.ts'
import type { Tables } from '../tables.ts'
import {
  assertOneAccountsFile,
  beginToWrite,
  type FileState,
  holdsAccounts,
  separateAccounts,
  stateOf,
} from './sqlite-accounts.ts'
import { copyOneFile, digestOf } from './sqlite-copy.ts'
import { cannotOpen, joinAccounts, openFile, writingSqlite } from './sqlite-driver.ts'
import { asSqliteFailure } from './sqlite-failure.ts'
import { whileMigratingAlone, whileNotServedElsewhere } from './sqlite-lock.ts'
import { accountsPathOf, pathBeside } from './sqlite-paths.ts'

/**
 * Migrates the record and the accounts file, each by its own migration table, and separates accounts from a record that
 * still holds them; other processes wait meanwhile. Afterwards `db` has both files attached. Returns the names of the
 * migrations that ran.
 */
export async function migrateFiles(
  db: Kysely<Tables>,
  path: string,
  available: Migrations,
): Promise<string[]> {
  const done = isUpToDate(path, available)
    ? []
    : await whileMigratingAlone(path, () => bringUpToDate(path, available))
  if (Object.hasOwn(available, accountsFileMigration)) await joinAccounts(db, path)
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

const ofAccounts = (name: string) => accessMigrations.has(name) || name === accountsFileMigration

function isUpToDate(path: string, available: Migrations): boolean {
  const record = stateOf(path)
  const accounts = stateOf(accountsPathOf(path))
  assertKnownMigrations([...record.applied, ...accounts.applied], available)
  const separates = Object.hasOwn(available, accountsFileMigration)
  if (separates && holdsAccounts(record)) return false
  return Object.keys(available).every((name) => {
    if (separates && ofAccounts(name) && !accounts.applied.includes(name)) return false
    return accessMigrations.has(name) || record.applied.includes(name)
  })
}

async function bringUpToDate(path: string, available: Migrations): Promise<string[]> {
  // Another process may have migrated meanwhile.
  if (isUpToDate(path, available)) return []
  const record = stateOf(path)
  if (!Object.hasOwn(available, accountsFileMigration))
    return migrateFile(path, ofRecord(available))
  assertCompleteDatabase(path, record)
  const update = () =>
    updateBoth(path, available).catch((error: unknown) => {
      throw asSqliteFailure(error, path)
    })
  const wasSeparated = record.applied.includes(accountsFileMigration)
  const isNew = record.applied.length === 0 || (wasSeparated && record.isEmpty)
  if (isNew || !holdsAccounts(record)) return update()
  const message = `another Reeve process is using ${path}, and accounts and keys must move to a file of their own: stop every other process first, then start this version`
  return whileNotServedElsewhere(path, message, update)
}

async function updateBoth(path: string, available: Migrations): Promise<string[]> {
  const record = stateOf(path)
  assertOneAccountsFile(path, record, stateOf(accountsPathOf(path)))
  const wasSeparated = record.applied.includes(accountsFileMigration)
  if (record.applied.length > 0 && !wasSeparated) await copyBeforeSeparation(path)
  // A backup's migration table holds the migrations of both files.
  if (wasSeparated) await separateAccounts(path)
  const ofTheRecord = await migrateFile(path, ofRecord(available))
  await separateAccounts(path)
  const ofTheAccounts = await migrateFile(accountsPathOf(path), pick(available, ofAccounts))
  return [...ofTheRecord, ...ofTheAccounts].sort()
}

/** Throws `StoreError` if one of the two files is missing, or a WAL has no file. */
function assertCompleteDatabase(path: string, record: FileState): void {
  if (record.applied.includes(accountsFileMigration) && !record.tables.has('municipalities'))
    throw new StoreError(
      `${path} is the accounts file of a database: name the database file itself in DATABASE_URL`,
    )
  const accounts = accountsPathOf(path)
  assertNoStrayLog(accounts)
  const isMissing = record.applied.includes(accountsFileMigration) && !holdsAccounts(record)
  if (isMissing && stateOf(accounts).tables.size === 0)
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

const ofRecord = (available: Migrations) => pick(available, (name) => !accessMigrations.has(name))

function pick(all: Migrations, isIncluded: (name: string) => boolean): Migrations {
  return Object.fromEntries(Object.entries(all).filter(([name]) => isIncluded(name)))
}

async function migrateFile(path: string, available: Migrations): Promise<string[]> {
  const db = new Kysely<Tables>({ dialect: writingSqlite(path, { alone: true }) })
  try {
    return await applyMigrations(db, available)
  } finally {
    await db.destroy()
  }
}

/**
 * Copies the record with its accounts to an unused name and prints it. A rerun after a crash reuses the earlier copy if
 * the accounts are the same.
 */
async function copyBeforeSeparation(path: string): Promise<void> {
  const db = openFile(path)
  try {
    beginToWrite(db)
    if (stateOf(path).applied.includes(accountsFileMigration)) return
    const digest = digestOf(path)
    const { used, free } = pathsBeside(path, 'before-accounts-file')
    const copy = used.find((file) => digestOf(file) === digest) ?? free
    if (copy === free) await writeAtomically(free, (part) => copyOneFile(path, part))
    process.stderr.write(
      `reeve: accounts and keys move from ${path} to ${accountsPathOf(path)}; a copy of the database from before is ${copy}\n`,
    )
  } finally {
    db.close()
  }
}

/** Numbered file names with this suffix: existing ones, and the first free one. */
export function pathsBeside(path: string, suffix: string): { used: string[]; free: string } {
  const used: string[] = []
  let free = pathBeside(path, suffix)
  for (let number = 2; existsSync(free); number += 1) {
    used.push(free)
    free = pathBeside(path, `${suffix}-${number}`)
  }
  return { used, free }
}
