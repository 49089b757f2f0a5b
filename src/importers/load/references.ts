import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { WriteStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import { tableOf } from './kind-tables.ts'
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

  /** Looks up all that a batch of records refers to, with one question for each kind. */
  async look(references: readonly Reference[]): Promise<void> {
    this.#absent = new Set()
    const unknown = new Map<RecordKind, Set<string>>()
    for (const { kind, key } of references) {
      if (this.#cache.has(`${kind} ${key}`)) continue
      const keys = unknown.get(kind)
      if (keys === undefined) unknown.set(kind, new Set([key]))
      else keys.add(key)
    }
    for (const [kind, keys] of unknown) await this.#look(kind, [...keys])
  }

  /** Those of the references that lead nowhere. */
  async missing(references: readonly Reference[]): Promise<Reference[]> {
    const missing: Reference[] = []
    for (const reference of references) {
      const { field, kind, key } = reference
      const isComing = field === parentField && (await this.#isStaged(kind, key))
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
    const rows = await this.#db
      .selectFrom(tableOf[kind] as 'people')
      .select(['id', 'key'])
      .where('municipality_id', '=', this.#owner.municipalityId)
      .where('source', '=', this.#owner.source)
      .where(({ ref }) => this.#dialect.isAmong(ref('key'), this.#dialect.listOf(keys)))
      .where('removed_at', 'is', null)
      .execute()
    for (const key of keys) this.#absent.add(`${kind} ${key}`)
    for (const { id, key } of rows) {
      if (this.#owner.isPruned && !(await this.#isStaged(kind, key))) continue
      this.remember(kind, key, id)
    }
  }

  async #isStaged(kind: RecordKind, key: string): Promise<boolean> {
    const db = this.#db as unknown as StagingDatabase
    const row = await db
      .selectFrom('staging')
      .select('position')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst()
    return row !== undefined
  }
}
