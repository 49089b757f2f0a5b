import { accessTables } from '../../../src/store/access-tables.ts'
import { SqliteFile } from '../../../src/store/dialect/sqlite-file.ts'
import { migrate, openWriteStore } from '../../../src/store/open.ts'

/** Runs `work` on one file, without its other file. */
export function withFile<T>(file: string, work: (db: SqliteFile) => T): T {
  const db = new SqliteFile(file)
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
      accessTables.map((name) => [name, db.rows(`select * from ${name} order by 1`)]),
    ),
  )

/** Opens a database as every command does; returns the names of the migrations that ran. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const store = openWriteStore(databaseUrl)
  try {
    return await migrate(store)
  } finally {
    await store.close()
  }
}
