import type { RestoreOptions, RestoreReport } from './dialect/engine.ts'
import { engineOf } from './dialect/engines.ts'
import { StoreError } from './store-error.ts'

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
