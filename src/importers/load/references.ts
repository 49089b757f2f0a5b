import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { WriteStore } from '../../store/open.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import type { Problems } from './problems.ts'
import { parentField, type Reference } from './record-references.ts'
import type { StagingDatabase } from './staging-table.ts'

const cachedMax = 200_000

/** Where a reference stands, for the message when it leads nowhere. */
export interface Referrer {
  where: string
  subject: string
}

/** Whose rows may be referred to. */
interface Owner {
  municipalityId: number
  source: string
  /** Whether rows that the source no longer holds are about to go: then nothing may refer to them. */
  isPruned: boolean
}

/** Finds the rows that records refer to by key, within one source of one municipality. */
export class References {
  readonly #cache = new Map<string, number>()
  /** What the batch refers to that leads nowhere. */
  #absent = new Set<string>()
  /** The parents that records of the batch name and that are staged: they may come later than the records. */
  #coming = new Set<string>()
  readonly #db: Kysely<Tables>
  readonly #dialect: SqlDialect
  readonly #owner: Owner
  readonly #problems: Problems

  constructor(
    { db, dialect }: Pick<WriteStore, 'db' | 'dialect'>,
    owner: Owner,
    problems: Problems,
  ) {
    this.#db = db
    this.#dialect = dialect
    this.#owner = owner
    this.#problems = problems
  }

  remember(kind: RecordKind, key: string, id: number): void {
    if (this.#cache.size >= cachedMax) this.#cache.clear()
    this.#cache.set(`${kind} ${key}`, id)
    this.#absent.delete(`${kind} ${key}`)
  }

  /** Looks up all that a batch of records refers to, with one statement for each kind. */
  async look(references: readonly Reference[]): Promise<void> {
    this.#absent = new Set()
    this.#coming = new Set()
    const parents = references.filter(({ field }) => field === parentField)
    for (const [kind, keys] of keysByKind(parents))
      for (const key of await this.#stagedAmong(kind, keys)) this.#coming.add(`${kind} ${key}`)
    const unknown = references.filter(({ kind, key }) => !this.#cache.has(`${kind} ${key}`))
    for (const [kind, keys] of keysByKind(unknown)) await this.#look(kind, keys)
  }

  /** Those of the references that lead nowhere. */
  async missing(references: readonly Reference[]): Promise<Reference[]> {
    const missing: Reference[] = []
    for (const reference of references) {
      const { field, kind, key } = reference
      const isComing = field === parentField && this.#coming.has(`${kind} ${key}`)
      if (!isComing && (await this.find(kind, key)) === null) missing.push(reference)
    }
    return missing
  }

  /** Notes each reference that leads nowhere: as a problem, or as left out where the record can do without it. */
  report(missing: readonly Reference[], referrer: Referrer, leftOut: Problems | null): void {
    const nowhere = this.#owner.isPruned
      ? 'which this source does not hold, so that --prune takes it out'
      : 'which neither this source nor an earlier import of it holds'
    for (const { kind, key, isRequired } of missing) {
      const reason = `refers to ${kind} "${key}", ${nowhere}`
      const found = { ...referrer, reason }
      if (leftOut === null || isRequired) this.#problems.add(found)
      else leftOut.addReference(found, kind)
    }
  }

  /** The row id of a required reference that was checked. */
  async need(kind: RecordKind, key: string): Promise<number> {
    const id = await this.find(kind, key)
    if (id === null) throw new Error(`${kind} "${key}" was not checked before it was written`)
    return id
  }

  /** The row id of an optional reference; null when `key` is not given or leads nowhere. */
  async find(kind: RecordKind, key: string | null | undefined): Promise<number | null> {
    if (key === null || key === undefined) return null
    const known = `${kind} ${key}`
    // What was looked up may have been forgotten since, where a batch refers to more than is kept.
    if (!this.#cache.has(known) && !this.#absent.has(known)) await this.#look(kind, [key])
    return this.#cache.get(known) ?? null
  }

  async #look(kind: RecordKind, keys: readonly string[]): Promise<void> {
    const rows = await importedTables(this.#db)
      .selectFrom(recordKinds[kind].table)
      .select(['id', 'key'])
      .where('municipality_id', '=', this.#owner.municipalityId)
      .where('source', '=', this.#owner.source)
      .where(({ ref }) => this.#dialect.isAmong(ref('key'), this.#dialect.listOf(keys)))
      .where('removed_at', 'is', null)
      .execute()
    for (const key of keys) this.#absent.add(`${kind} ${key}`)
    const staged = this.#owner.isPruned ? await this.#stagedAmong(kind, keys) : null
    for (const { id, key } of rows)
      if (staged === null || staged.has(key)) this.remember(kind, key, id)
  }

  async #stagedAmong(kind: RecordKind, keys: readonly string[]): Promise<Set<string>> {
    const db = this.#db as unknown as StagingDatabase
    const rows = await db
      .selectFrom('staging')
      .select('key')
      .where('kind', '=', kind)
      .where(({ ref }) => this.#dialect.isAmong(ref('key'), this.#dialect.listOf(keys)))
      .execute()
    return new Set(rows.map(({ key }) => key))
  }
}

function keysByKind(references: readonly Reference[]): Map<RecordKind, string[]> {
  const keys = new Map<RecordKind, Set<string>>()
  for (const { kind, key } of references) {
    const found = keys.get(kind)
    if (found === undefined) keys.set(kind, new Set([key]))
    else found.add(key)
  }
  return new Map([...keys].map(([kind, found]) => [kind, [...found]]))
}
