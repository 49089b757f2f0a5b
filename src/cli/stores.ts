import {
  migrate,
  openReportStore,
  openWriteStore,
  type ReadStore,
  type WriteStore,
} from '../store/open.ts'

/** Opens the database for writing, its schema brought up to date, and closes it when `work` is done. */
export async function withWriteStore<T>(
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

/** The same for a command that only reads, however long: nobody who writes waits for it. */
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
