import Database from 'better-sqlite3'
import { accessTables } from '../../../src/store/access-tables.ts'
import { migrate, openWriteStore } from '../../../src/store/open.ts'

/** Runs `work` on one file, without its other file. */
export function withFile<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** The rows of accounts and keys. */
export const rowsIn = (file: string) =>
  withFile(file, (db) =>
    Object.fromEntries(
      accessTables.map((name) => [name, db.prepare(`select * from ${name} order by 1`).all()]),
    ),
  )
export const tablesIn = (file: string) =>
  withFile(file, (db) =>
    db.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all(),
  )
export const ledgerIn = (file: string) =>
  withFile(file, (db) => db.prepare('select name from kysely_migration').pluck().all())

/** Opens a database as every command does; returns the names of the migrations that ran. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const store = openWriteStore(databaseUrl)
  try {
    return await migrate(store)
  } finally {
    await store.close()
  }
}
