import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

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
export class BoundedCounter extends RateLimiterMemory {
  readonly #entries = new Map<string, Entry>()
  readonly #max: number
  readonly #evicted: EvictedCounts

  constructor(options: ConstructorParameters<typeof RateLimiterMemory>[0], max = namesMax) {
    super(options)
    this.#max = max
    this.#evicted = new EvictedCounts(this.msDuration)
  }

  /** Current number of names. */
  get size(): number {
    return this.#entries.size
  }

  override async consume(name: string, points = 1, options: { customDuration?: number } = {}) {
    const result = this.#add(name, points, options.customDuration ?? this.duration)
    if (result.consumedPoints > this.points) throw result
    return result
  }

  override async penalty(name: string, points = 1, options: { customDuration?: number } = {}) {
    return this.#add(name, points, options.customDuration ?? this.duration)
  }

  override async reward(name: string, points = 1, options: { customDuration?: number } = {}) {
    return this.#add(name, -points, options.customDuration ?? this.duration)
  }

  override async get(name: string) {
    const [key, now] = [keyOf(name), Date.now()]
    const entry = this.#find(key, now) ?? {
      count: this.#evicted.get(key, now),
      expiresAt: now + this.msDuration,
    }
    return entry.count === 0 ? null : this.#resultOf(entry)
  }

  override async delete(name: string) {
    return this.#entries.delete(keyOf(name))
  }

  #add(name: string, points: number, durationSeconds: number): RateLimiterRes {
    const now = Date.now()
    const key = keyOf(name)
    const base = this.#evicted.get(key, now)
    const existing = this.#find(key, now)
    const entry = existing ?? { count: base, expiresAt: now + durationSeconds * 1000 }
    entry.count += points
    if (entry.count <= base) this.#entries.delete(key)
    else if (existing === undefined) this.#insert(key, entry, now)
    return this.#resultOf(entry)
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

  #resultOf({ count, expiresAt }: Entry): RateLimiterRes {
    const left = Math.max(0, this.points - count)
    return new RateLimiterRes(left, expiresAt - Date.now(), count, false)
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
