import { isMunicipalitySlug } from '../core/municipality-slug.ts'
import {
  claimImporting,
  migrate,
  openReportStore,
  openWriteStore,
  type ReadStore,
  requireDatabase,
  type WriteStore,
} from '../store/open.ts'
import { CliError } from './cli-error.ts'

/** Opens an existing database, updates its schema, and closes it after `work`. */
export async function withWriteStore<T>(
  databaseUrl: string,
  work: (store: WriteStore) => Promise<T>,
): Promise<T> {
  await requireDatabase(databaseUrl)
  return withNewStore(databaseUrl, work)
}

/** Like `withWriteStore`, but creates the database if it does not exist. */
export async function withNewStore<T>(
  databaseUrl: string,
  work: (store: WriteStore) => Promise<T>,
): Promise<T> {
  const store = openWriteStore(databaseUrl)
  try {
    await migrate(store)
    return await work(store)
  } finally {
    await store.close()
  }
}

/** For commands that only read; long reads do not block writers. */
export async function withReadStore<T>(
  databaseUrl: string,
  work: (store: ReadStore) => Promise<T>,
): Promise<T> {
  await withWriteStore(databaseUrl, async () => undefined)
  const store = openReportStore(databaseUrl)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Throws `CliError` for what cannot be a slug, and `StoreBusy` during an import of the municipality. */
export async function whileNotImported<T>(
  databaseUrl: string,
  slug: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!isMunicipalitySlug(slug)) throw noMunicipality(slug)
  const claim = await claimImporting(databaseUrl, slug)
  try {
    return await work()
  } finally {
    await claim.release()
  }
}

export function noMunicipality(slug: string): CliError {
  return new CliError(`municipality "${slug}" does not exist; see: reeve municipalities list`)
}
