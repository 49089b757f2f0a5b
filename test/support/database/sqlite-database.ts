import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { accountsPathOf } from '../../../src/store/dialect/sqlite-paths.ts'

/** A separate connection to both files of an SQLite database. */
export function openBothFiles(
  databaseUrl: string,
  options: Database.Options = {},
): Database.Database {
  const path = databaseUrl.replace(/^sqlite:/, '')
  const db = new Database(path, options)
  const accounts = accountsPathOf(path)
  if (existsSync(accounts)) db.prepare('attach ? as access').run(accounts)
  return db
}

/** Runs `work` on a separate connection. */
export function withDatabase<T>(databaseUrl: string, work: (db: Database.Database) => T): T {
  const db = openBothFiles(databaseUrl)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
