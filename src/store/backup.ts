import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { alreadyExists, writeAtomically } from './atomic-file.ts'
import type { CopiedRows, RestoreOptions, RestoreReport } from './dialect/engine.ts'
import { engineOf } from './dialect/engines.ts'
import { hasMunicipality, pathBeside } from './dialect/sqlite-file.ts'
import { databaseAddress } from './open.ts'
import { StoreError } from './store-error.ts'

export interface BackupReport {
  /** Path of the database. */
  source: string
  /** Path of the file with the accounts and keys. */
  accounts: string
  rows: CopiedRows
  /** Of both files. */
  bytes: number
}

/**
 * Writes a consistent copy of the database, `file` and a file with its accounts and keys beside it, while it is being
 * served and imported into. Both are verified before they are renamed, and only their owner can read them. Throws
 * `StoreError` if one exists or cannot be created, and `WriteFailed` if it cannot be written.
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
  const accounts = pathBeside(file, 'accounts')
  if (existsSync(file)) throw alreadyExists(file)
  if (existsSync(accounts))
    throw new StoreError(
      `${accounts} already exists: name a new file, or delete it if an earlier backup to ${file} was killed`,
    )
  const rows = await writeAtomically(
    [accounts, file],
    ([ofAccounts, record]) => copyTo(databaseUrl, { record, accounts: ofAccounts }, signal),
    signal,
  )
  const bytes = [file, accounts].reduce((sum, name) => sum + statSync(name).size, 0)
  return { source: databaseAddress(databaseUrl), accounts, rows, bytes }
}

interface FoundBackup {
  file: string
  madeAt: Date
  isReadable: boolean
}

/**
 * SQLite files in these folders that have a municipality, and one of accounts beside them, except the database itself;
 * oldest first. Also files that cannot be read.
 */
export function findBackups(
  databaseUrl: string,
  folders: readonly string[],
  municipality: string,
): FoundBackup[] {
  const own = databaseAddress(databaseUrl)
  const isOwn = (file: string) => existsSync(own) && realpathSync(file) === realpathSync(own)
  const files = [...new Set(folders)].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  )
  return files
    .filter((file) => existsSync(pathBeside(file, 'accounts')) && !isOwn(file))
    .flatMap((file): FoundBackup[] => {
      const has = hasMunicipality(file, municipality)
      return has === false
        ? []
        : [{ file, madeAt: statSync(file).mtime, isReadable: has !== undefined }]
    })
    .sort((one, other) => Number(one.madeAt) - Number(other.madeAt))
}

/** Replaces the database by a file that `backup` has written. Throws `StoreError` if that is impossible or not allowed. */
export async function restore(
  databaseUrl: string,
  file: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { restoreFrom } = engineOf(databaseUrl)
  if (restoreFrom === undefined)
    throw new StoreError(
      'this command restores SQLite only; for PostgreSQL use pg_restore, or copy a backup to an empty database with reeve migrate-to',
    )
  return restoreFrom(databaseUrl, file, options)
}
