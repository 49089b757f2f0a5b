import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** All row ids of a list in its order. Doubles, because SQLite's ids may outgrow 32 bits. */
export type Ids = Float64Array

/** A row of a list, by its position in the order. */
interface ListedRow {
  id: number
  position: string
}

/** The next rows of a list after one of them; undefined where the record is not at the version that is asked for. */
type ReadSlice = (after: ListedRow | undefined, limit: number) => Promise<ListedRow[] | undefined>

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

/** The row ids of lists in their order, each at one version of the data; bounded in bytes, least recently used first. */
export class OrderedIdCache {
  readonly #bytesMax: number
  readonly #sliceLength: number
  /** By list; the most recently used is last. */
  readonly #entries = new Map<string, Entry>()
  /** The first slices that are being read, by list and version. */
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
   * The ids of a list at a version of the data. Undefined if the data has changed, if the list is too long, and while a
   * long one is being read, slice by slice between requests.
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
    // An error in the first slice reaches the request; after one in a later slice the next request starts again.
    void beginning
      .then(({ rest }) => rest)
      .catch(() => undefined)
      .finally(() => this.#pending.delete(key))
    return first
  }

  async #begin(query: Query): Promise<{ ids?: Ids | undefined; rest?: Promise<void> }> {
    const rows = await query.read(undefined, this.#sliceLength)
    if (rows === undefined) return {}
    if (rows.length < this.#sliceLength) return { ids: this.#keep(query, [idsOf(rows)]) }
    return { rest: this.#readOn(query, rows) }
  }

  async #readOn(query: Query, first: ListedRow[]): Promise<void> {
    const slices = [idsOf(first)]
    for (let rows = first; rows.length === this.#sliceLength; slices.push(idsOf(rows))) {
      if (slices.length * this.#sliceLength * Float64Array.BYTES_PER_ELEMENT > this.#bytesMax) break
      // SQLite answers in this thread: what waits has its turn between two slices.
      await yieldToEventLoop()
      const next = await query.read(rows.at(-1), this.#sliceLength)
      if (next === undefined) return
      rows = next
    }
    this.#keep(query, slices)
  }

  #keep({ list, version }: Query, slices: Ids[]): Ids | undefined {
    const ids = joined(slices)
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

function idsOf(rows: readonly ListedRow[]): Ids {
  return Float64Array.from(rows, ({ id }) => id)
}

function joined(slices: readonly Ids[]): Ids {
  const ids = new Float64Array(slices.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const slice of slices) {
    ids.set(slice, start)
    start += slice.length
  }
  return ids
}
