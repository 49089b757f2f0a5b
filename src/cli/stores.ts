import {
  migrate,
  openReportStore,
  openWriteStore,
  type ReadStore,
  requireDatabase,
  type WriteStore,
} from '../store/open.ts'

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
