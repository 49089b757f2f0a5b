import Database from 'better-sqlite3'
import { accessTables } from '../access-tables.ts'
import { accessMigrations } from '../migrations/migrations.ts'
import { checkFile, copyAccess } from './sqlite-accounts.ts'
import { accessSchema, openToRead } from './sqlite-driver.ts'

// Between two steps the process hears of signals; one of 1 MiB takes some milliseconds.
const pagesPerStep = 256

const expectedTables = ['kysely_migration', 'municipalities', ...accessTables]

/**
 * Copies one committed state of a database to one empty file, and checks it: the pages of the record, and the tables of
 * accounts and keys as they were before they had a file of their own. Whoever opens the copy separates them again.
 */
export async function copySqlite(path: string, file: string, signal?: AbortSignal): Promise<void> {
  const db = openToRead(path)
  const schemas = db.prepare('select name from pragma_database_list').pluck().all()
  const isSeparate = schemas.includes(accessSchema)
  try {
    // While this transaction reads, later commits do not make the copy begin anew, and both files are of one moment.
    db.exec('begin')
    db.prepare('select count(*) from main.sqlite_master').get()
    if (isSeparate) db.prepare(`select count(*) from ${accessSchema}.sqlite_master`).get()
    await db.backup(file, {
      progress: () => {
        signal?.throwIfAborted()
        return pagesPerStep
      },
    })
    signal?.throwIfAborted()
    finishCopy(file, isSeparate ? db : undefined)
  } finally {
    db.close()
  }
}

/** Leaves the copy as one file, without a journal beside it. */
function finishCopy(file: string, access: Database.Database | undefined): void {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.pragma('journal_mode = delete')
    db.pragma('foreign_keys = off')
    if (access !== undefined) addAccess(access, db)
    checkFile(db, expectedTables)
  } finally {
    db.close()
  }
}

function addAccess(from: Database.Database, to: Database.Database): void {
  to.exec('begin immediate')
  copyAccess({ from, schema: accessSchema }, to)
  const applied = from.prepare(`select name, timestamp from ${accessSchema}.kysely_migration`)
  const note = to.prepare('insert or ignore into kysely_migration (name, timestamp) values (?, ?)')
  for (const [name, timestamp] of applied.raw().all() as string[][])
    if (accessMigrations.has(name ?? '')) note.run(name, timestamp)
  to.exec('commit')
}
