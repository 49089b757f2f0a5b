import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** All row ids of a list in its order. Doubles, because SQLite ids may exceed 32 bits. */
export type Ids = Float64Array

interface OrderedRow {
  id: number
  position: string
}

/** Reads the rows after one of them; undefined if the data is no longer at the requested version. */
type ReadSlice = (after: OrderedRow | undefined, limit: number) => Promise<OrderedRow[] | undefined>

interface Query {
  list: string
  version: string
  read: ReadSlice
}

interface Entry {
  version: string
  /** Undefined if the list is too long for the cache. */
  ids: Ids | undefined
}

/** Ordered row ids of lists, each at one data version; bounded in bytes, least recently used evicted first. */
export class OrderedIdCache {
  readonly #bytesMax: number
  readonly #sliceLength: number
  /** By list, in order of use. */
  readonly #entries = new Map<string, Entry>()
  /** First slices in progress, by list and version. */
  readonly #pending = new Map<string, Promise<Ids | undefined>>()
  #bytes = 0

  constructor({ bytesMax = 32 * 2 ** 20, sliceLength = 2000 } = {}) {
    this.#bytesMax = bytesMax
    this.#sliceLength = sliceLength
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * The ids of a list at a data version. Undefined if the data has changed, if the list is too long, or while a long list
   * is still being read in slices.
   */
  async find(query: Query): Promise<Ids | undefined> {
    const { list, version } = query
    const entry = this.#entries.get(list)
    if (entry?.version === version) {
      this.#entries.delete(list)
      this.#entries.set(list, entry)
      return entry.ids
    }
    const key = `${list} ${version}`
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending
    const beginning = this.#begin(query)
    const first = beginning.then(({ ids }) => ids)
    this.#pending.set(key, first)
    // Only an error in the first slice reaches the request; after a later one the next request starts over.
    void beginning
      .then(({ rest }) => rest)
      .catch(() => undefined)
      .finally(() => this.#pending.delete(key))
    return first
  }

  async #begin(query: Query): Promise<{ ids?: Ids | undefined; rest?: Promise<void> }> {
    const rows = await query.read(undefined, this.#sliceLength)
    if (rows === undefined) return {}
    if (rows.length < this.#sliceLength) return { ids: this.#store(query, [idsOf(rows)]) }
    return { rest: this.#readRest(query, rows) }
  }

  async #readRest(query: Query, first: OrderedRow[]): Promise<void> {
    const slices = [idsOf(first)]
    for (let rows = first; rows.length === this.#sliceLength; slices.push(idsOf(rows))) {
      if (slices.length * this.#sliceLength * Float64Array.BYTES_PER_ELEMENT > this.#bytesMax) break
      // SQLite queries block the thread, so other requests run between two slices.
      await yieldToEventLoop()
      const next = await query.read(rows.at(-1), this.#sliceLength)
      if (next === undefined) return
      rows = next
    }
    this.#store(query, slices)
  }

  #store({ list, version }: Query, slices: Ids[]): Ids | undefined {
    const ids = concat(slices)
    this.#drop(list)
    const isTooLong = ids.byteLength > this.#bytesMax
    this.#entries.set(list, { version, ids: isTooLong ? undefined : ids })
    if (isTooLong) return undefined
    this.#bytes += ids.byteLength
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#drop(oldest)
    }
    return ids
  }

  #drop(list: string): void {
    this.#bytes -= this.#entries.get(list)?.ids?.byteLength ?? 0
    this.#entries.delete(list)
  }
}

function idsOf(rows: readonly OrderedRow[]): Ids {
  return Float64Array.from(rows, ({ id }) => id)
}

function concat(slices: readonly Ids[]): Ids {
  const ids = new Float64Array(slices.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const slice of slices) {
    ids.set(slice, start)
    start += slice.length
  }
  return ids
}
