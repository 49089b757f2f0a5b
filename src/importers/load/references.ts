import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
import { tableOf } from './kind-tables.ts'
import type { Problems } from './problems.ts'
import type { Reference } from './record-references.ts'

const cachedMax = 200_000

/** Where a reference stands, for the message when it leads nowhere. */
export interface Referrer {
  where: string
  subject: string
}

/** Finds the rows that records refer to by key, within one source of one municipality. */
export class References {
  readonly #cache = new Map<string, number>()
  readonly #db: Kysely<Tables>
  readonly #owner: { municipalityId: number; source: string }
  readonly #problems: Problems

  constructor(
    db: Kysely<Tables>,
    owner: { municipalityId: number; source: string },
    problems: Problems,
  ) {
    this.#db = db
    this.#owner = owner
    this.#problems = problems
  }

  remember(kind: RecordKind, key: string, id: number): void {
    if (this.#cache.size >= cachedMax) this.#cache.clear()
    this.#cache.set(`${kind} ${key}`, id)
  }

  /** Notes a problem for each reference that leads nowhere. */
  async check(references: readonly Reference[], referrer: Referrer): Promise<void> {
    for (const { kind, key } of references) {
      if ((await this.find(kind, key)) !== null) continue
      this.#problems.add({
        ...referrer,
        reason: `refers to ${kind} "${key}", which neither this source nor an earlier import of it holds`,
      })
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
    return this.#cache.get(`${kind} ${key}`) ?? (await this.#look(kind, key))
  }

  async #look(kind: RecordKind, key: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom(tableOf[kind] as 'people')
      .select('id')
      .where('municipality_id', '=', this.#owner.municipalityId)
      .where('source', '=', this.#owner.source)
      .where('key', '=', key)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    this.remember(kind, key, row.id)
    return row.id
  }
}
