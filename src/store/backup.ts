import { existsSync, statSync } from 'node:fs'
import { alreadyExists, writeAtomically } from './atomic-file.ts'
import type { CopiedRows } from './dialect/engine.ts'
import { engineOf } from './dialect/engines.ts'
import { databaseAddress } from './open.ts'
import { StoreError } from './store-error.ts'

export interface BackupReport {
  /** Path of the database. */
  source: string
  rows: CopiedRows
  bytes: number
}

/**
 * Writes a consistent copy of the database, including accounts and keys, while it is being served and imported into.
 * The copy is verified before it is renamed, and only its owner can read it, because it holds key hashes. Throws
 * `StoreError` if `file` exists or cannot be created, and `WriteFailed` if it cannot be written.
 */
export async function backup(
  databaseUrl: string,
  file: string,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const { copyTo } = engineOf(databaseUrl)
  if (copyTo === undefined)
    throw new StoreError(
      'this command backs up SQLite only; for PostgreSQL use pg_dump --format=custom',
    )
  if (existsSync(file)) throw alreadyExists(file)
  const copy = (part: string) => copyTo(databaseUrl, part, signal)
  const rows = await writeAtomically(file, copy, signal)
  return { source: databaseAddress(databaseUrl), rows, bytes: statSync(file).size }
}
