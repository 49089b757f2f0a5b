import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { accessTables } from '../access-tables.ts'
import { flush, writeAtomically } from '../atomic-file.ts'
import { accessMigrations, accountsFileMigration } from '../migrations/migrations.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import { removeAbandoned } from '../temporary-path.ts'
import { openFile } from './sqlite-driver.ts'
import { isBusy } from './sqlite-failure.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { accountsPathOf } from './sqlite-paths.ts'

/** State of a database file before migration. */
export interface FileState {
  applied: string[]
  tables: ReadonlySet<string>
  /** Whether it has neither accounts nor municipalities. */
  isEmpty: boolean
}

export function stateOf(path: string): FileState {
  if (!existsSync(path)) return { applied: [], tables: new Set(), isEmpty: true }
  const db = openFile(path, { readOnly: true })
  try {
    const tables = new Set(tablesIn(db, 'main'))
    const applied = tables.has('kysely_migration') ? appliedIn(db) : []
    return { applied, tables, isEmpty: isEmpty(db, tables) }
  } finally {
    db.close()
  }
}

/** Whether accounts and keys are still in the record's file. */
export const holdsAccounts = ({ tables }: FileState) => tables.has('api_keys')

/**
 * Moves the tables of accounts and keys to a file of their own, or resumes after a crash. The new file is complete
 * before it is renamed, and only in use once the record has no such tables, so one of the two is always valid. Throws
 * `StoreError` if both hold accounts.
 */
export async function separateAccounts(path: string): Promise<void> {
  const accounts = accountsPathOf(path)
  if (holdsAccounts(stateOf(path))) await moveTables(path, accounts)
  markInUse(accounts)
}

async function moveTables(path: string, accounts: string): Promise<void> {
  const db = openDurably(path)
  try {
    // Deleted hashes must not remain in free pages of a file that may be shared.
    db.exec('pragma secure_delete = on')
    beginToWrite(db)
    if (!tablesIn(db, 'main').includes('api_keys')) return
    if (!isInUse(accounts)) await moveInto(accounts, db)
    else if (!isEmpty(db)) throw new StoreError(bothHoldAccounts(path, accounts))
    for (const name of [...accessTables].reverse()) db.exec(`drop table "${name}"`)
    const later = db.prepare('delete from kysely_migration where name = ?')
    for (const name of accessMigrations) later.run(name)
    db.exec('commit')
    db.exec('pragma wal_checkpoint(truncate)')
  } finally {
    db.close()
  }
}

/**
 * Commits must be on disk when they return, even in WAL mode: rows must not leave one file before the other has them.
 */
function openDurably(path: string): SqliteFile {
  const db = openFile(path)
  db.exec('pragma synchronous = full; pragma foreign_keys = off')
  return db
}

/** Throws `StoreError` if the record holds accounts while the accounts file is in use. */
export function assertOneAccountsFile(path: string, record: FileState, accounts: FileState): void {
  const isUsed = accounts.applied.includes(accountsFileMigration)
  if (holdsAccounts(record) && !record.isEmpty && isUsed)
    throw new StoreError(bothHoldAccounts(path, accountsPathOf(path)))
}

function bothHoldAccounts(path: string, accounts: string): string {
  return `both ${path} and ${accounts} hold accounts and keys, as after restoring a backup: move away the one that you do not need`
}

/** Throws `StoreBusy` if another process is writing. */
export function beginToWrite(db: SqliteFile): void {
  try {
    db.exec('begin immediate')
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new StoreBusy('another process is writing to the database; try again later')
  }
}

/** An unfinished file of a killed process is not in use: the rows in the record are newer. */
function isInUse(accounts: string): boolean {
  return stateOf(accounts).applied.includes(accountsFileMigration)
}

function isEmpty(
  db: SqliteFile,
  tables: ReadonlySet<string> = new Set(tablesIn(db, 'main')),
): boolean {
  return ['accounts', 'municipalities'].every(
    (name) =>
      !tables.has(name) || db.prepare(`select 1 from "${name}" limit 1`).get() === undefined,
  )
}

async function moveInto(accounts: string, from: SqliteFile): Promise<void> {
  if (!existsSync(accounts)) return writeAtomically(accounts, async (part) => fill(part, from))
  // A killed process may have left a temporary file, and the directory entry may not be on disk.
  await removeAbandoned(dirname(accounts))
  fill(accounts, from)
  flush(dirname(accounts))
}

function fill(file: string, from: SqliteFile): void {
  const to = openDurably(file)
  try {
    to.exec('begin immediate')
    to.exec('drop table if exists kysely_migration')
    copyAccess({ from, schema: 'main' }, to)
    to.exec(schemaOf(from, 'main', 'kysely_migration').join(';'))
    const names = JSON.stringify([...accessMigrations])
    const later = 'select * from kysely_migration where name in (select value from json_each(?))'
    insertRows(to, 'kysely_migration', from.arrays(later, names))
    to.exec('commit')
    checkFile(to, accessTables)
  } finally {
    to.close()
  }
}

/** Records in the file's migration table that it is complete and in use. */
function markInUse(accounts: string): void {
  const db = openDurably(accounts)
  try {
    db.prepare('insert or ignore into kysely_migration (name, timestamp) values (?, ?)').run(
      accountsFileMigration,
      // Sorts first: the migrator requires ascending timestamps.
      new Date(0).toISOString(),
    )
  } finally {
    db.close()
  }
}

/** Copies the tables of accounts and keys, replacing existing ones. */
export function copyAccess(
  { from, schema }: { from: SqliteFile; schema: string },
  to: SqliteFile,
): void {
  for (const name of [...accessTables].reverse()) to.exec(`drop table if exists "${name}"`)
  for (const name of accessTables) {
    for (const text of schemaOf(from, schema, name)) to.exec(text)
    insertRows(to, name, from.arrays(`select * from "${schema}"."${name}"`))
  }
}

function insertRows(to: SqliteFile, name: string, rows: ReturnType<SqliteFile['arrays']>): void {
  const width = to.rows(`pragma table_info("${name}")`).length
  const insert = to.prepare(`insert into "${name}" values (${Array(width).fill('?').join()})`)
  for (const row of rows) insert.run(...row)
}

/** The statements that create a table and its indexes. */
function schemaOf(db: SqliteFile, schema: string, table: string): string[] {
  return db.column(
    `select sql from "${schema}".sqlite_master
     where tbl_name = ? and sql is not null order by type = 'table' desc, name`,
    table,
  )
}

/** Throws if a file is damaged or lacks one of these tables. */
export function checkFile(db: SqliteFile, tables: readonly string[]): void {
  const [first] = db.column('pragma integrity_check(1)')
  if (first !== 'ok') throw new Error(`the copy is damaged (${first})`)
  const [orphan] = db.column('pragma foreign_key_check')
  if (orphan !== undefined)
    throw new Error(`the copy is damaged (a row of ${orphan} refers to a missing row)`)
  const names = tablesIn(db, 'main')
  const missing = tables.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`the copy lacks ${missing.join(', ')}`)
}

export function tablesIn(db: SqliteFile, schema: string): string[] {
  return db.column(`select name from "${schema}".sqlite_master where type = 'table'`)
}

function appliedIn(db: SqliteFile): string[] {
  return db.column('select name from kysely_migration')
}
