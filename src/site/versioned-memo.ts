import type { ReadStore } from '../store/open.ts'
import { findDataRevision } from './queries.ts'

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
