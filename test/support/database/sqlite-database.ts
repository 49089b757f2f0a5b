import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { accountsPathOf } from '../../../src/store/dialect/sqlite-paths.ts'

/** A connection of its own to an SQLite database, both its files, beside whatever the product has open. */
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

/** Runs `work` on a connection of its own. */
export function withDatabase<T>(databaseUrl: string, work: (db: Database.Database) => T): T {
  const db = openBothFiles(databaseUrl)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
