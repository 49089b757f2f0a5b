import { existsSync } from 'node:fs'
import { alreadyExists, writeAtomically } from './atomic-file.ts'
import { engineOf } from './dialect/engines.ts'
import { StoreError } from './store-error.ts'

/**
 * Writes a consistent copy of the database, its accounts and keys too, to one file while it is being served and imports run.
 * The copy is checked before it gets its name. It holds the hashes of keys, so only its owner may read it. Throws
 * `StoreError` where `file` exists or cannot be created there, and `WriteFailed` where it cannot be written.
 */
export async function backup(
  databaseUrl: string,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const { copyTo } = engineOf(databaseUrl)
  if (copyTo === undefined)
    throw new StoreError(
      'only SQLite is copied by this; for PostgreSQL use pg_dump --format=custom',
    )
  if (existsSync(file)) throw alreadyExists(file)
  await writeAtomically(file, (part) => copyTo(databaseUrl, part, signal), signal)
}
