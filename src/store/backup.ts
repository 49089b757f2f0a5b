import { existsSync } from 'node:fs'
import { alreadyExists, writeAtomically } from './atomic-file.ts'
import { engineOf } from './dialect/engines.ts'
import { StoreError } from './store-error.ts'

/**
 * Writes a consistent copy of the database, including accounts and keys, while it is being served and imported into.
 * The copy is verified before it is renamed, and only its owner can read it, because it holds key hashes. Throws
 * `StoreError` if `file` exists or cannot be created, and `WriteFailed` if it cannot be written.
 */
export async function backup(
  databaseUrl: string,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const { copyTo } = engineOf(databaseUrl)
  if (copyTo === undefined)
    throw new StoreError(
      'this command backs up SQLite only; for PostgreSQL use pg_dump --format=custom',
    )
  if (existsSync(file)) throw alreadyExists(file)
  await writeAtomically(file, (part) => copyTo(databaseUrl, part, signal), signal)
}
