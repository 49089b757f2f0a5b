import { accessTables } from '../access-tables.ts'
import { copiedTables } from '../copy/copied-tables.ts'
import type { CopiedRows, DatabaseFiles } from './engine.ts'
import { accessSchema, openFile, openToRead } from './sqlite-driver.ts'
import type { SqliteFile } from './sqlite-file.ts'
import { tablesIn } from './sqlite-schema.ts'

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
