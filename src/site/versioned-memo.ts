import { findDataRevision } from '../store/data-revision.ts'
import type { ReadStore } from '../store/open.ts'

/** Caches counts until an import changes the data: counting takes tens of milliseconds, and the pages are public. */
export class VersionedMemo<T> {
  readonly #store: ReadStore
  readonly #cached = new Map<string, { revision: string; value: T }>()

  constructor(store: ReadStore) {
    this.#store = store
  }

  /** The cached value of `key` and `time`, or the result of `count`; undefined is not cached. */
  async get(
    key: string,
    time: number,
    count: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const revision = await this.#revision(time)
    const existing = this.#cached.get(key)
    if (existing?.revision === revision) return existing.value
    const value = await count()
    // If an import finished meanwhile, the value may be from before or after it.
    const isCurrent = value !== undefined && revision === (await this.#revision(time))
    if (isCurrent) this.#cached.set(key, { revision, value })
    return value
  }

  async #revision(time: number): Promise<string> {
    return `${time} ${await findDataRevision(this.#store.db)}`
  }
}
