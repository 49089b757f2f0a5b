import Database from 'better-sqlite3'

/** Runs `work` on a connection of its own to an SQLite file, beside whatever the product has open. */
export function withDatabase<T>(databaseUrl: string, work: (db: Database.Database) => T): T {
  const db = new Database(databaseUrl.replace(/^sqlite:/, ''))
  try {
    return work(db)
  } finally {
    db.close()
  }
}
