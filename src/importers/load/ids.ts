import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { expressionBuilder } from 'kysely'
import type { RecordKind } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

// Half of the maximum in a bundle, so that ids assigned after it still fit into an export.
const reusableIdMax = 500_000_000

// Rows of the other tables have no id of their own that anything refers to.
const numberedTables = [
  ...Object.values(recordKinds).map(({ table }) => table),
  'documents',
  'document_sections',
  'key_statements',
  'search_documents',
] as const

type NumberedTable = (typeof numberedTables)[number]

/** The exported id of a record, to be reused; null if it is implausibly large. */
export function reusableId(id: number | null | undefined): number | null {
  return id == null || id > reusableIdMax ? null : id
}

/**
 * Assigns ids before rows are written, so that rows and their references are written in batches. Safe because only one
 * import at a time writes to these tables.
 */
export class Ids {
  readonly #scope: LoadScope
  readonly #last: Map<NumberedTable, number>

  private constructor(scope: LoadScope, last: Map<NumberedTable, number>) {
    this.#scope = scope
    this.#last = last
  }

  /** Continues after the highest id that a table ever had and that a staged record requests. */
  static async after(scope: LoadScope): Promise<Ids> {
    const { db, dialect } = scope
    const last = new Map<NumberedTable, number>()
    for (const table of numberedTables) last.set(table, await dialect.lastIdOf(db, table))
    const served = await stagingOf(db)
      .selectFrom('staging')
      .select(({ fn }) => ['kind', fn.max('served_id').as('highest')])
      .where('served_id', 'is not', null)
      .groupBy('kind')
      .execute()
    for (const { kind, highest } of served) {
      const { table } = recordKinds[kind]
      last.set(table, Math.max(highest ?? 0, last.get(table) ?? 0))
    }
    return new Ids(scope, last)
  }

  /** The last one that was assigned. */
  last(table: NumberedTable): number {
    return this.#last.get(table) ?? 0
  }

  next(table: NumberedTable): number {
    const id = this.last(table) + 1
    this.#last.set(table, id)
    return id
  }

  /** Ids for new rows: the requested id if it is free, otherwise the next. */
  async choose(kind: RecordKind, servedIds: readonly (number | null)[]): Promise<number[]> {
    const { table } = recordKinds[kind]
    const taken = await this.#taken(
      kind,
      servedIds.filter((id) => id !== null),
    )
    return servedIds.map((id) => {
      if (id === null || taken.has(id)) return this.next(table)
      taken.add(id)
      return id
    })
  }

  async #taken(kind: RecordKind, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set()
    const { db, dialect } = this.#scope
    const rows = await importedTables(db)
      .selectFrom(`${recordKinds[kind].table} as row`)
      .select('id')
      .where(({ ref }) => dialect.inArray(ref('row.id'), dialect.arrayParam(ids)))
      .unionAll(
        expressionBuilder<Tables, never>()
          .selectFrom('removed_records')
          .select('id')
          .where('kind', '=', kind)
          .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids))),
      )
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Advances each table's id sequence. PostgreSQL does not roll this back if the import fails; the skipped ids do no harm.
   */
  async advanceSequences(): Promise<void> {
    const { db, dialect } = this.#scope
    for (const [table, last] of this.#last) {
      if (last > (await dialect.lastIdOf(db, table))) await dialect.setLastId(db, table, last)
    }
  }
}

export const slugLengthMax = 100
// Numbers in the first lookup of a preferred slug; each further lookup has four times as many.
const firstWidth = 8

/** A URL slug for `title`; `fallback` if it has no ASCII form, for example syllabics. */
export function toSlug(title: string, fallback: string): string {
  const slug = slugify(title, { decamelize: false }).slice(0, slugLengthMax).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** A slug from the key, for records without a usable title; it survives a rebuilt database. */
export function keyedSlug(kind: string, key: string): string {
  return `${kind}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
}

/** Taken slugs, and the number up to which each preferred slug was looked up. */
interface TakenSlugs {
  taken: Set<string>
  checkedTo: Map<string, number>
}

/** Assigns slugs that are unique in a municipality: the second `budget` becomes `budget-2`. */
export class Slugs {
  readonly #scope: LoadScope
  /** The last number by kind and preferred slug. */
  readonly #last = new Map<string, number>()
  /** Of the rows of a batch, before they are written. */
  readonly #unwritten = new Set<string>()

  constructor(scope: LoadScope) {
    this.#scope = scope
  }

  /** Call it once the rows with the assigned slugs are written. */
  noteWritten(): void {
    this.#unwritten.clear()
  }

  /** The preferred slugs in the same order, with a number if they are taken. */
  async assign(kind: RecordKind, preferred: readonly string[]): Promise<string[]> {
    if (preferred.length === 0) return []
    const lookup = {
      taken: await this.#taken(kind, preferred),
      checkedTo: new Map<string, number>(),
    }
    const repeated = preferred.filter(
      (slug, n) => lookup.taken.has(slug) || preferred.indexOf(slug) < n,
    )
    await this.#lookUpNumbers(kind, new Set(repeated), lookup)
    const slugs: string[] = []
    for (const base of preferred) {
      const slug = lookup.taken.has(base) ? await this.#numbered(kind, base, lookup) : base
      lookup.taken.add(slug)
      this.#unwritten.add(`${kind} ${slug}`)
      slugs.push(slug)
    }
    return slugs
  }

  async #numbered(kind: RecordKind, base: string, lookup: TakenSlugs): Promise<string> {
    let number = this.#lastOf(kind, base)
    do {
      number += 1
      if (number > (lookup.checkedTo.get(base) ?? 0))
        await this.#lookUpNumbers(kind, new Set([base]), lookup)
    } while (lookup.taken.has(`${base}-${number}`))
    this.#last.set(`${kind} ${base}`, number)
    return `${base}-${number}`
  }

  async #lookUpNumbers(
    kind: RecordKind,
    bases: ReadonlySet<string>,
    lookup: TakenSlugs,
  ): Promise<void> {
    const candidates: string[] = []
    for (const base of bases) {
      const last = this.#lastOf(kind, base)
      const from = lookup.checkedTo.get(base) ?? last
      const to = Math.max(last + firstWidth, last + 4 * (from - last))
      lookup.checkedTo.set(base, to)
      for (let number = from + 1; number <= to; number += 1) candidates.push(`${base}-${number}`)
    }
    for (const slug of await this.#taken(kind, candidates)) lookup.taken.add(slug)
  }

  #lastOf(kind: RecordKind, base: string): number {
    return this.#last.get(`${kind} ${base}`) ?? 1
  }

  async #taken(kind: RecordKind, slugs: readonly string[]): Promise<Set<string>> {
    if (slugs.length === 0) return new Set()
    const { db, dialect, target } = this.#scope
    const rows = await importedTables(db)
      .selectFrom(`${recordKinds[kind].table} as row`)
      .select('slug')
      .where('municipality_id', '=', target.id)
      .where(({ ref }) => dialect.inArray(ref('row.slug'), dialect.arrayParam(slugs)))
      // A removed record may return.
      .unionAll(
        expressionBuilder<Tables, never>()
          .selectFrom('removed_records')
          .select('slug')
          .where('municipality_id', '=', target.id)
          .where('kind', '=', kind)
          .where(({ ref }) => dialect.inArray(ref('slug'), dialect.arrayParam(slugs))),
      )
      .unionAll(
        expressionBuilder<Tables, never>()
          .selectFrom('former_slugs')
          .select('slug')
          .where('municipality_id', '=', target.id)
          .where('kind', '=', kind)
          .where(({ ref }) => dialect.inArray(ref('slug'), dialect.arrayParam(slugs))),
      )
      .execute()
    const unwritten = slugs.filter((slug) => this.#unwritten.has(`${kind} ${slug}`))
    return new Set([...rows.map(({ slug }) => slug), ...unwritten])
  }
}
