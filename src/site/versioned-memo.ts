import { findDataRevision } from '../store/data-revision.ts'
import type { ReadStore } from '../store/open.ts'

/**
 * MeetingCounts of whole records, kept until an import changes one: counting takes tens of milliseconds, and anybody may ask
 * for these pages as often as they like.
 */
export class VersionedMemo<T> {
  readonly #store: ReadStore
  readonly #kept = new Map<string, { stamp: string; counted: T }>()

  constructor(store: ReadStore) {
    this.#store = store
  }

  /** What is kept under `key` since `moment`, or what `count` finds now. That there is nothing is not kept. */
  async get(
    key: string,
    moment: number,
    count: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const stamp = await this.#stamp(moment)
    const kept = this.#kept.get(key)
    if (kept?.stamp === stamp) return kept.counted
    const counted = await count()
    // Where an import ended meanwhile, this may be the state before it or after it.
    const isKnown = counted !== undefined && stamp === (await this.#stamp(moment))
    if (isKnown) this.#kept.set(key, { stamp, counted })
    return counted
  }

  async #stamp(moment: number): Promise<string> {
    return `${moment} ${await findDataRevision(this.#store.db)}`
  }
}
