import { createHash } from 'node:crypto'
import { accessTables } from '../access-tables.ts'
import { copiedTables } from '../copy/copied-tables.ts'
import { accessMigrations } from '../migrations/migrations.ts'
import type { CopiedRows } from './engine.ts'
import { checkFile, copyAccess, tablesIn } from './sqlite-accounts.ts'
import { accessSchema, openFile, openToRead } from './sqlite-driver.ts'
import type { SqliteFile } from './sqlite-file.ts'

// Signals are handled between steps; a step of 1 MiB takes a few milliseconds.
const pagesPerStep = 256

const expectedTables = ['kysely_migration', 'municipalities', ...accessTables]

/**
 * Copies one snapshot of a database to an empty file and verifies it. Accounts and keys are merged into the same file;
 * the first command that opens the copy separates them again.
 */
export async function copySqlite(
  path: string,
  file: string,
  signal?: AbortSignal,
): Promise<CopiedRows> {
  const db = openToRead(path)
  try {
    const schemas = db.column('select name from pragma_database_list')
    const isSeparate = schemas.includes(accessSchema)
    // An open read transaction keeps later commits from restarting the copy, and gives both files one snapshot.
    db.exec('begin')
    db.rows('select count(*) from main.sqlite_master')
    if (isSeparate) db.rows(`select count(*) from ${accessSchema}.sqlite_master`)
    await copyPages(db, file, signal)
    return finishCopy(file, expectedTables, isSeparate ? db : undefined)
  } finally {
    db.close()
  }
}

/** Copies only the file at `path`, without the accounts file, and verifies the copy. */
export async function copyOneFile(path: string, file: string): Promise<CopiedRows> {
  const db = openToRead(path, { alone: true })
  try {
    await copyPages(db, file)
    return finishCopy(file, tablesIn(db, 'main'))
  } finally {
    db.close()
  }
}

/** SHA-256 of the accounts, keys, usage and imports, to recognize a copy of the same state. */
export function digestOf(path: string): string {
  const db = openFile(path, { readOnly: true })
  try {
    const digest = createHash('sha256')
    const names = tablesIn(db, 'main')
    for (const name of [...accessTables, 'imports'].filter((table) => names.includes(table))) {
      digest.update(name)
      for (const row of db.arrays(`select * from "${name}" order by 1, 2`))
        digest.update(JSON.stringify(row))
    }
    return digest.digest('hex')
  } finally {
    db.close()
  }
}

async function copyPages(db: SqliteFile, file: string, signal?: AbortSignal): Promise<void> {
  await db.copyTo(file, pagesPerStep, () => signal?.throwIfAborted())
  signal?.throwIfAborted()
}

/** Leaves the copy as one file without a journal, and counts its rows. */
function finishCopy(file: string, tables: readonly string[], access?: SqliteFile): CopiedRows {
  const db = openFile(file)
  try {
    db.exec('pragma journal_mode = delete; pragma synchronous = full; pragma foreign_keys = off')
    if (access !== undefined) addAccess(access, db)
    checkFile(db, tables)
    return countRows(db)
  } finally {
    db.close()
  }
}

function countRows(db: SqliteFile): CopiedRows {
  const existing = tablesIn(db, 'main')
  const counts = Object.keys(copiedTables)
    .filter((name) => existing.includes(name))
    .map((name): [string, number] => [
      name,
      db.column<number>(`select count(*) from "${name}"`)[0] ?? 0,
    ])
  const of = new Map(counts)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return { municipalities: of.get('municipalities') ?? 0, accounts: of.get('accounts') ?? 0, all }
}

function addAccess(from: SqliteFile, to: SqliteFile): void {
  to.exec('begin immediate')
  copyAccess({ from, schema: accessSchema }, to)
  const applied = from.arrays(`select name, timestamp from ${accessSchema}.kysely_migration`)
  const note = to.prepare('insert or ignore into kysely_migration (name, timestamp) values (?, ?)')
  for (const [name = '', timestamp = ''] of applied as Iterable<string[]>)
    if (accessMigrations.has(name)) note.run(name, timestamp)
  to.exec('commit')
}
