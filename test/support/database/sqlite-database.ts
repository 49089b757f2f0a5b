import { existsSync } from 'node:fs'
import { accountsPathOf, SqliteFile } from '../../../src/store/dialect/sqlite-file.ts'

/** A separate connection to both files of an SQLite database. */
export function openBothFiles(databaseUrl: string, options: { readOnly?: boolean } = {}) {
  const path = databaseUrl.replace(/^sqlite:/, '')
  const db = new SqliteFile(path, { timeout: 5000, ...options })
  const accounts = accountsPathOf(path)
  if (existsSync(accounts)) db.prepare('attach ? as access').run(accounts)
  return db
}

/** Runs `work` on a separate connection. */
export function withDatabase<T>(databaseUrl: string, work: (db: SqliteFile) => T): T {
  const db = openBothFiles(databaseUrl)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
