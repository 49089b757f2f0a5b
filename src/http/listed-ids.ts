import { setImmediate as nextTurn } from 'node:timers/promises'

/** All row ids of a list in its order. Doubles, because SQLite's ids may outgrow 32 bits. */
export type Ids = Float64Array

/** A row of a list, by its place in the order. */
interface ListedRow {
  id: number
  position: string
}

/** The next rows of a list after one of them; undefined where the record is not at the version that is asked for. */
type ReadSlice = (after: ListedRow | undefined, limit: number) => Promise<ListedRow[] | undefined>

interface Wanted {
  list: string
  version: string
  read: ReadSlice
}

interface Known {
  version: string
  /** Undefined where the list is too long to be kept. */
  ids: Ids | undefined
}

/**
 * The row ids of lists, each as it is at one version of the data, read when first asked for. Bounded in bytes: those that
 * were not asked for the longest go first.
 */
export class ListedIds {
  readonly #bytesMax: number
  readonly #sliceLength: number
  /** By list; the one that was used last stands at the end. */
  readonly #known = new Map<string, Known>()
  /** By list and version: what its first slice came to. */
  readonly #beingRead = new Map<string, Promise<Ids | undefined>>()
  #bytes = 0

  constructor({ bytesMax = 32 * 2 ** 20, sliceLength = 2000 } = {}) {
    this.#bytesMax = bytesMax
    this.#sliceLength = sliceLength
  }

  /** Of all ids that are kept. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The ids of a list at a version of the data. Undefined where the data moved on, where the list is too long, and while
   * a long one is being read: that goes on beside the requests, slice by slice.
   */
  async find(wanted: Wanted): Promise<Ids | undefined> {
    const { list, version } = wanted
    const known = this.#known.get(list)
    if (known?.version === version) {
      this.#known.delete(list)
      this.#known.set(list, known)
      return known.ids
    }
    const key = `${list} ${version}`
    const begun = this.#beingRead.get(key)
    if (begun !== undefined) return begun
    const beginning = this.#begin(wanted)
    const first = beginning.then(({ ids }) => ids)
    this.#beingRead.set(key, first)
    // Whoever asked hears of what goes wrong in the first slice; for the rest the next request begins anew.
    void beginning
      .then(({ rest }) => rest)
      .catch(() => undefined)
      .finally(() => this.#beingRead.delete(key))
    return first
  }

  async #begin(wanted: Wanted): Promise<{ ids?: Ids | undefined; rest?: Promise<void> }> {
    const rows = await wanted.read(undefined, this.#sliceLength)
    if (rows === undefined) return {}
    if (rows.length < this.#sliceLength) return { ids: this.#keep(wanted, [idsOf(rows)]) }
    return { rest: this.#readOn(wanted, rows) }
  }

  async #readOn(wanted: Wanted, first: ListedRow[]): Promise<void> {
    const slices = [idsOf(first)]
    for (let rows = first; rows.length === this.#sliceLength; slices.push(idsOf(rows))) {
      if (slices.length * this.#sliceLength * Float64Array.BYTES_PER_ELEMENT > this.#bytesMax) break
      // SQLite answers in this thread: what waits has its turn between two slices.
      await nextTurn()
      const next = await wanted.read(rows.at(-1), this.#sliceLength)
      if (next === undefined) return
      rows = next
    }
    this.#keep(wanted, slices)
  }

  #keep({ list, version }: Wanted, slices: Ids[]): Ids | undefined {
    const ids = joined(slices)
    this.#drop(list)
    const isTooLong = ids.byteLength > this.#bytesMax
    this.#known.set(list, { version, ids: isTooLong ? undefined : ids })
    if (isTooLong) return undefined
    this.#bytes += ids.byteLength
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#drop(oldest)
    }
    return ids
  }

  #drop(list: string): void {
    this.#bytes -= this.#known.get(list)?.ids?.byteLength ?? 0
    this.#known.delete(list)
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
