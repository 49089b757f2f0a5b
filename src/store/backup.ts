import { closeSync, existsSync, openSync } from 'node:fs'
import { sql } from 'kysely'
import type { WriteStore } from './open.ts'
import { StoreError } from './store-error.ts'

const ownerOnly = 0o600

/**
 * Writes a consistent copy of the database to `file` while it is served and imported into: some committed state, whole.
 * The copy holds the hashes of keys, so only its owner may read it. Throws `StoreError` where the file is there already.
 */
export async function backup(store: WriteStore, file: string): Promise<void> {
  if (store.dialect.name !== 'sqlite')
    throw new StoreError(
      'only SQLite is copied by this; for PostgreSQL use pg_dump --format=custom',
    )
  if (existsSync(file)) throw new StoreError(`${file} is there already; name a new file`)
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
    await sql`vacuum into ${file}`.execute(store.db)
  } catch (error) {
    throw new StoreError(`cannot write ${file}: ${(error as Error).message}`, { cause: error })
  }
}
