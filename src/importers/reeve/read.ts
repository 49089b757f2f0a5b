import { withheldSlug } from '../../core/passages.ts'
import type { RecordKind } from '../../record/kinds.ts'
import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import type { SourceItem, StoredRecords } from '../source.ts'
import { type Context, keyOf, recordsOf } from './records.ts'
import { type Change, changeCheck, type Details, detailChecks } from './schema.ts'
import type { Feed, ReadChange } from './server.ts'

const isServed = (kind: string): kind is ServedKind =>
  (servedKinds as readonly string[]).includes(kind)

/** The keys of records that a list of changes says are gone, and of those of which something was taken down. */
export type Listed = Record<'removed' | 'withheld', Map<RecordKind, string[]>>

/** The records of a list of changes. It is read twice, because details refer to others by slug, which may come later. */
export async function* readItems(
  feed: Feed,
  stored: StoredRecords | undefined,
  listed: Listed,
): AsyncGenerator<SourceItem> {
  const diagnostics = new Diagnostics()
  const names = new Names(diagnostics)
  yield* noteAll(feed, names, diagnostics)
  if (!feed.isWhole) {
    for await (const { change } of again(feed, names)) names.want(change)
    if (stored !== undefined) await names.complete(stored)
  }
  for (const name of ['removed', 'withheld'] as const)
    for (const [kind, keys] of names.listed(name)) listed[name].set(kind, keys)
  for await (const { change, location } of again(feed, names)) {
    yield* toItems(change, location, names)
    yield* diagnostics.drain()
  }
}

async function* noteAll(
  feed: Feed,
  names: Names,
  diagnostics: Diagnostics,
): AsyncGenerator<SourceItem> {
  let count = 0
  for await (const read of feed.changes()) {
    const change = valid(read, diagnostics)
    yield* diagnostics.drain()
    if (change !== undefined) names.note(count, change)
    count += 1
  }
}

function* toItems(
  { kind, op, record, ...change }: Valid,
  location: string,
  names: Names,
): Generator<SourceItem> {
  if (op === 'remove') return
  const key = keyOf({ kind, ...change })
  for (const one of recordsOf(kind, record as never, key, names.at(location)))
    yield { type: 'record', record: one, location }
}

/** A change whose record is that of its kind. */
type Valid = {
  [K in ServedKind]: Omit<Change, 'kind' | 'record'> & { kind: K; record: Details[K] }
}[ServedKind]

/** The change if it is valid; undefined of a kind of a later version. */
function valid({ value, location }: ReadChange, diagnostics: Diagnostics): Valid | undefined {
  const change = diagnostics.validate(changeCheck, value, { location, subject: 'change' })
  if (change === undefined) return undefined
  const { kind, slug, op, record } = change as Change
  const found = { location, subject: `${kind} ${slug}` }
  if (!isServed(kind)) {
    const reason = `is a kind that this version of Reeve does not know; skipped: update it`
    diagnostics.addWarningOnce({ location, subject: kind, reason })
    return undefined
  }
  if (op === 'remove') return value as Valid
  const detail = diagnostics.validate(detailChecks[kind] as ShapeCheck<object>, record, found)
  return detail === undefined ? undefined : (value as Valid)
}

/** The last change of each record: what changed while the list was read is on a later page again. */
async function* again(
  feed: Feed,
  names: Names,
): AsyncGenerator<{ change: Valid; location: string }> {
  let count = 0
  for await (const { value, location } of feed.changes()) {
    // Every change was checked in the first reading.
    if (names.isLast(count)) yield { change: value as Valid, location }
    count += 1
  }
}

/** What the records of a list are called, and what they say of each other. */
class Names implements Context {
  readonly #diagnostics: Diagnostics
  /** The number of the last change of each record, and whether it removes it. */
  readonly #last = new Map<
    string,
    { kind: ServedKind; number: number; removed: boolean; withheld: boolean; key: string }
  >()
  #numbers: Set<number> | undefined
  readonly #keys = new Map<string, string>()
  readonly #itemDocuments = new Map<string, number>()
  readonly #positions = new Map<string, number>()
  readonly #missing = new Set<string>()
  readonly #missingItems = new Set<string>()
  readonly #missingMotions = new Set<string>()
  #location = ''
  #isComplete = false

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics
  }

  note(number: number, change: Valid): void {
    const { kind, op, slug } = change
    const key = keyOf(change)
    const removed = op === 'remove'
    const withheld = removed ? slug === withheldSlug : change.record.withheld
    this.#last.set(`${kind} ${key}`, { kind, number, removed, withheld, key })
    if (removed) return
    this.#keys.set(`${kind} ${slug}`, key)
    if (change.kind !== 'meeting') return
    for (const item of change.record.agenda_items)
      this.#itemDocuments.set(item.slug, item.documents.length)
    for (const [position, motion] of change.record.motions.entries())
      this.#positions.set(motion.slug, position)
  }

  isLast(number: number): boolean {
    this.#numbers ??= new Set([...this.#last.values()].map((last) => last.number))
    return this.#numbers.has(number)
  }

  *listed(name: 'removed' | 'withheld'): Generator<[RecordKind, string[]]> {
    const all = [...this.#last.values()].filter((one) => one[name])
    for (const [kind, some] of Map.groupBy(all, (one) => one.kind))
      yield [kind, some.map(({ key }) => key)]
  }

  /** Notes what a record says of others. */
  want({ kind, op, record, ...change }: Valid): void {
    if (op !== 'remove') recordsOf(kind, record as never, keyOf({ kind, ...change }), this)
  }

  /** Reads of what is stored what the list does not have. */
  async complete(stored: StoredRecords): Promise<void> {
    for (const kind of servedKinds) {
      const own = [...this.#missing].filter((name) => name.startsWith(`${kind} `))
      const slugs = own.map((name) => name.slice(kind.length + 1))
      for (const [slug, key] of await stored.keysOf(kind, slugs))
        this.#keys.set(`${kind} ${slug}`, key)
    }
    for (const [slug, count] of await stored.itemDocumentsOf([...this.#missingItems]))
      this.#itemDocuments.set(slug, count)
    for (const [slug, position] of await stored.positionsOf([...this.#missingMotions]))
      this.#positions.set(slug, position)
    this.#isComplete = true
  }

  /** The context of a record at a location. */
  at(location: string): Context {
    this.#location = location
    this.#isComplete = true
    return this
  }

  // A property, because mappings take it out of the context.
  readonly keyOf = (kind: ServedKind, slug: string | null): string | null => {
    if (slug === null) return null
    const key = this.#keys.get(`${kind} ${slug}`)
    if (key !== undefined) return key
    if (!this.#isComplete) this.#missing.add(`${kind} ${slug}`)
    else
      this.#diagnostics.addWarningOnce({
        location: this.#location,
        subject: `${kind} ${slug}`,
        reason: 'is referred to, but is neither in the list of changes nor stored; not linked',
      })
    return null
  }

  itemDocuments(slugs: readonly string[]): number {
    let total = 0
    for (const slug of slugs) {
      const count = this.#itemDocuments.get(slug)
      if (count === undefined && !this.#isComplete) this.#missingItems.add(slug)
      total += count ?? 0
    }
    return total
  }

  positionOf(slug: string): number {
    const position = this.#positions.get(slug)
    if (position === undefined && !this.#isComplete) this.#missingMotions.add(slug)
    return position ?? 0
  }
}
