import { migrate, openWriteStore, type WriteStore } from '../store/open.ts'

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
