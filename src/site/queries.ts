import type { ReadDatabase, ReadStore } from '../store/open.ts'

/** The slugs and names of all councils; one statement. */
export async function listCouncilNames(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(['slug', 'name']).orderBy('slug').execute()
}

/** Slug of the municipality for examples; undefined if the service has none. */
export async function findExampleSlug(db: ReadDatabase): Promise<string | undefined> {
  const row = await db
    .selectFrom('municipalities')
    .select('slug')
    .orderBy('slug')
    .limit(1)
    .executeTakeFirst()
  return row?.slug
}

/** A string that changes with every import and every new municipality. */
async function findDataRevision(db: ReadDatabase): Promise<string> {
  const row = await db
    .selectFrom('municipalities')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('municipalities'),
      fn.sum<number | null>('data_version').as('versions'),
      selectFrom('imports')
        .select((eb) => eb.fn.max('id').as('id'))
        .as('lastImport'),
    ])
    .executeTakeFirstOrThrow()
  return `${row.municipalities} ${row.versions} ${row.lastImport}`
}

/** Caches counts until an import changes the data: counting takes tens of milliseconds, and the pages are public. */
export class VersionedMemo<T> {
  readonly #store: ReadStore
  readonly #cached = new Map<string, { revision: string; value: T }>()

  constructor(store: ReadStore) {
    this.#store = store
  }

  /** The cached value of `key`, or the result of `count`; undefined is not cached. */
  async get(key: string, count: () => Promise<T | undefined>): Promise<T | undefined> {
    const revision = await findDataRevision(this.#store.db)
    const existing = this.#cached.get(key)
    if (existing?.revision === revision) return existing.value
    const value = await count()
    // If an import finished meanwhile, the value may be from before or after it.
    const isCurrent = value !== undefined && revision === (await findDataRevision(this.#store.db))
    if (isCurrent) this.#cached.set(key, { revision, value })
    return value
  }
}
