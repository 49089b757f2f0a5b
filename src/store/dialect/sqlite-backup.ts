import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { accessTables } from '../access-tables.ts'
import { allMigrations, assertKnownMigrations } from '../apply-migrations.ts'
import { writeAtomically } from '../atomic-file.ts'
import { copiedTables } from '../copy/copied-tables.ts'
import { migrations } from '../migrations/migrations.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { CopiedRows, DatabaseFiles, RestoreOptions, RestoreReport } from './engine.ts'
import { accessSchema, cannotOpen, openFile, openToRead } from './sqlite.ts'
import { isBusy } from './sqlite-failure.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { accountsPathOf, pathBeside, realPathOf } from './sqlite-file.ts'
import { stateOf, tablesIn } from './sqlite-schema.ts'

// Signals are handled between steps; a step of 1 MiB takes a few milliseconds.
const pagesPerStep = 256

/** Copies one snapshot of both files of a database to empty files, and verifies the copies. */
export async function copySqlite(
  path: string,
  to: DatabaseFiles,
  signal?: AbortSignal,
): Promise<CopiedRows> {
  const db = openToRead(path)
  try {
    // An open read transaction keeps later commits from restarting the copy, and gives both files one snapshot.
    db.exec('begin')
    for (const schema of ['main', accessSchema])
      db.rows(`select count(*) from ${schema}.sqlite_master`)
    const step = () => signal?.throwIfAborted()
    await db.copyTo(to.record, pagesPerStep, step)
    await db.copyTo(to.accounts, pagesPerStep, step, accessSchema)
    step()
  } finally {
    db.close()
  }
  const rows = new Map([
    ...finishCopy(to.record, ['kysely_migration', 'municipalities']),
    ...finishCopy(to.accounts, ['kysely_migration', ...accessTables]),
  ])
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
  return {
    municipalities: rows.get('municipalities') ?? 0,
    accounts: rows.get('accounts') ?? 0,
    all,
  }
}

/** Leaves the copy as one file without a journal, and counts the rows of its tables. */
function finishCopy(file: string, expected: readonly string[]): [table: string, rows: number][] {
  const db = openFile(file)
  try {
    db.exec('pragma journal_mode = delete; pragma synchronous = full; pragma foreign_keys = off')
    checkFile(db, expected)
    const existing = tablesIn(db)
    return Object.keys(copiedTables)
      .filter((name) => existing.includes(name))
      .map((name) => [name, db.column<number>(`select count(*) from "${name}"`)[0] ?? 0])
  } finally {
    db.close()
  }
}

/** Throws if a file is damaged or lacks one of these tables. */
function checkFile(db: SqliteFile, tables: readonly string[]): void {
  const [first] = db.column('pragma integrity_check(1)')
  if (first !== 'ok') throw new Error(`the copy is damaged (${first})`)
  const [orphan] = db.column('pragma foreign_key_check')
  if (orphan !== undefined)
    throw new Error(`the copy is damaged (a row of ${orphan} refers to a missing row)`)
  const names = tablesIn(db)
  const missing = tables.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`the copy lacks ${missing.join(', ')}`)
}

/**
 * Replaces both files of a database by those of a backup. The former files are renamed, and get their names back if the
 * backup cannot be written. Throws `StoreError` if the file is not a backup or the
 * database has content, and `StoreBusy` if a process has it open.
 */
export async function restoreSqlite(
  path: string,
  backup: string,
  { replace }: RestoreOptions,
): Promise<RestoreReport> {
  assertBackup(backup)
  const target = realPathOf(path)
  if (realPathOf(backup) === target)
    throw new StoreError(`${backup} is the database itself; name a backup of it`)
  const files = [target, accountsPathOf(target)].filter(existsSync)
  if (!replace && files.some((file) => !stateOf(file).isEmpty))
    throw new StoreError(
      `${path} already has municipalities or accounts; add --replace to use the backup instead. Its files get another name`,
    )
  mkdirSync(dirname(target), { recursive: true })
  const held = files.map(openAlone)
  try {
    return await replaceFiles(backup, target, files)
  } finally {
    for (const db of held) db.close()
  }
}

async function replaceFiles(
  backup: string,
  target: string,
  files: readonly string[],
): Promise<RestoreReport> {
  const former = unusedPath(target)
  const renamed: [from: string, to: string][] = []
  try {
    for (const file of files) {
      const to = file === target ? former : accountsPathOf(former)
      renameSync(file, to)
      renamed.push([file, to])
    }
    const rows = await writeAtomically([accountsPathOf(target), target], ([accounts, record]) =>
      copySqlite(backup, { record, accounts }),
    )
    return { rows, former: files.length > 0 ? former : undefined }
  } catch (error) {
    for (const [from, to] of renamed) renameSync(to, from)
    throw error
  }
}

/** An unused name for the former database. */
function unusedPath(target: string): string {
  for (let number = 1; ; number += 1) {
    const path = pathBeside(target, number === 1 ? 'before-restore' : `before-restore-${number}`)
    if (!existsSync(path)) return path
  }
}

function assertBackup(file: string): void {
  const accounts = accountsPathOf(file)
  if (!existsSync(file)) throw new StoreError(`${file} does not exist`)
  const [record, access] = [readState(file), readState(accounts)]
  assertKnownMigrations([...record.applied, ...access.applied], allMigrations(migrations))
  if (!record.tables.has('municipalities'))
    throw new StoreError(`${file} is not a backup; name a file that reeve backup has written`)
  if (!access.tables.has('api_keys'))
    throw new StoreError(
      `${accounts} is missing, the file with the accounts and keys of the backup ${file}: put it beside that file`,
    )
}

function readState(file: string) {
  try {
    return stateOf(file)
  } catch (error) {
    throw error instanceof StoreError ? error : cannotOpen(file, error)
  }
}

/** Opens a file and moves its log into it. Throws `StoreBusy` if any other process has it open. */
function openAlone(file: string): SqliteFile {
  const db = openFile(file, { timeout: 0 })
  try {
    db.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; commit',
    )
    return db
  } catch (error) {
    db.close()
    if (!isBusy(error)) throw error
    throw new StoreBusy(
      `${file} is in use: stop the service, imports and other commands first; nothing was changed`,
      { cause: error },
    )
  }
}
