import { hash } from 'node:crypto'

/** The events of a name, until they expire together. */
export interface Count {
  count: number
  leftMs: number
}

/** Counts events by name. The first event of a name says for how many seconds it counts. */
export interface Counter {
  /** Adds events, or with a negative number takes them back. */
  add(name: string, events: number, seconds?: number): Promise<Count>
  get(name: string): Promise<Count>
  delete(name: string): Promise<void>
}

/** Maximum names per counter; about 8 MB. */
export const namesMax = 50_000
// Many at once, because each eviction scans all entries.
const evictedShare = 0.1
const cellsOfEvicted = 2 ** 20

interface Entry {
  count: number
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * Counts in memory for a bounded number of names. When full, the lowest counts are evicted and remembered in one byte
 * each, so that no one can reset a count by filling the memory.
 */
export class BoundedCounter implements Counter {
  readonly #entries = new Map<string, Entry>()
  readonly #seconds: number
  readonly #max: number
  readonly #evicted: EvictedCounts

  /** @param seconds How long a name counts that `add` is given without a time. */
  constructor(seconds: number, max = namesMax) {
    this.#seconds = seconds
    this.#max = max
    this.#evicted = new EvictedCounts(seconds * 1000)
  }

  /** Current number of names. */
  get size(): number {
    return this.#entries.size
  }

  async add(name: string, events: number, seconds = this.#seconds): Promise<Count> {
    const now = Date.now()
    const key = keyOf(name)
    const base = this.#evicted.get(key, now)
    const existing = this.#find(key, now)
    const entry = existing ?? { count: base, expiresAt: now + seconds * 1000 }
    entry.count += events
    if (entry.count <= base) this.#entries.delete(key)
    else if (existing === undefined) this.#insert(key, entry, now)
    return { count: entry.count, leftMs: entry.expiresAt - now }
  }

  async get(name: string): Promise<Count> {
    const [key, now] = [keyOf(name), Date.now()]
    const { count, expiresAt } = this.#find(key, now) ?? {
      count: this.#evicted.get(key, now),
      expiresAt: now + this.#seconds * 1000,
    }
    return { count, leftMs: expiresAt - now }
  }

  async delete(name: string): Promise<void> {
    this.#entries.delete(keyOf(name))
  }

  #find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.expiresAt > now ? entry : undefined
  }

  #insert(key: string, entry: Entry, now: number): void {
    // Last in the map, because the oldest of equal counts is evicted first.
    this.#entries.delete(key)
    if (this.#entries.size >= this.#max) this.#evict(now)
    this.#entries.set(key, entry)
  }

  #evict(now: number): void {
    for (const [key, { expiresAt }] of this.#entries)
      if (expiresAt <= now) this.#entries.delete(key)
    let surplus = this.#entries.size - Math.floor(this.#max * (1 - evictedShare))
    if (surplus <= 0) return
    const counts = [...this.#entries.values()].map(({ count }) => count).sort((a, b) => a - b)
    const highest = counts[surplus - 1] ?? 0
    for (const [key, { count }] of this.#entries) {
      if (surplus === 0) return
      if (count > highest) continue
      this.#evicted.add(key, count, now)
      this.#entries.delete(key)
      surplus -= 1
    }
  }
}

/**
 * The highest evicted count per name, for one to two lifetimes of a count. Names with the same cell share it, so a count
 * can be too high but never too low.
 */
class EvictedCounts {
  readonly #lifeMs: number
  #current: Uint8Array | undefined
  #former: Uint8Array | undefined
  #renewAt = 0

  constructor(lifeMs: number) {
    this.#lifeMs = lifeMs
  }

  add(key: string, count: number, now: number): void {
    this.#renew(now)
    this.#current ??= new Uint8Array(cellsOfEvicted)
    const cell = cellOf(key)
    this.#current[cell] = Math.min(255, Math.max(count, this.#current[cell] ?? 0))
  }

  get(key: string, now: number): number {
    this.#renew(now)
    if (this.#current === undefined && this.#former === undefined) return 0
    const cell = cellOf(key)
    return Math.max(this.#current?.[cell] ?? 0, this.#former?.[cell] ?? 0)
  }

  #renew(now: number): void {
    if (now < this.#renewAt) return
    this.#former = now < this.#renewAt + this.#lifeMs ? this.#current : undefined
    this.#current = undefined
    this.#renewAt = now + this.#lifeMs
  }
}

function cellOf(key: string): number {
  return Buffer.from(key, 'base64url').readUInt32BE() % cellsOfEvicted
}

// Hashed for a constant length, and to keep e-mail addresses out of memory.
function keyOf(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22)
}
