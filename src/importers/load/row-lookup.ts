import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { Reference } from './references.ts'
import type { LoadScope } from './scope.ts'

const cachedMax = 20_000

export interface Row {
  id: number
  slug: string
  /** Of a person. */
  name_folded?: string | undefined
  /** Of a meeting. */
  date?: string | undefined
  organization_id?: number | null | undefined
}

// Columns that rows of other kinds repeat.
const repeated: Partial<Record<RecordKind, readonly (keyof Row)[]>> = {
  person: ['name_folded'],
  meeting: ['date', 'organization_id'],
}

export interface Rows {
  find(kind: RecordKind, key: string | null | undefined): Row | null
  /** Null without a key, or if the reference is unresolved. */
  idOf(kind: RecordKind, key: string | null | undefined): number | null
}

/** Finds rows of one source by key, with one statement for each kind in a batch. */
export class RowLookup implements Rows {
  readonly #rows = new Map<RecordKind, Map<string, Row>>()
  #size = 0
  readonly #scope: LoadScope

  constructor(scope: LoadScope) {
    this.#scope = scope
  }

  /** Loads the rows that a batch refers to; `find` returns only loaded rows. */
  async load(references: readonly Reference[]): Promise<void> {
    if (this.#size > cachedMax) {
      this.#rows.clear()
      this.#size = 0
    }
    const keys = new Map<RecordKind, Set<string>>()
    for (const { kind, key } of references) {
      if (this.find(kind, key) !== null) continue
      const missing = keys.get(kind) ?? new Set()
      keys.set(kind, missing.add(key))
    }
    for (const [kind, missing] of keys) await this.#query(kind, [...missing])
  }

  remember(kind: RecordKind, key: string, row: Row): void {
    const rows = this.#rows.get(kind) ?? new Map<string, Row>()
    const columns = ['id', 'slug', ...(repeated[kind] ?? [])] as (keyof Row)[]
    const kept = Object.fromEntries(columns.map((column) => [column, row[column]]))
    this.#rows.set(kind, rows.set(key, kept as unknown as Row))
    this.#size += 1
  }

  find(kind: RecordKind, key: string | null | undefined): Row | null {
    if (key === null || key === undefined) return null
    return this.#rows.get(kind)?.get(key) ?? null
  }

  idOf(kind: RecordKind, key: string | null | undefined): number | null {
    return this.find(kind, key)?.id ?? null
  }

  async #query(kind: RecordKind, keys: readonly string[]): Promise<void> {
    const { db, dialect, target, source } = this.#scope
    const rows = await importedTables(db)
      .selectFrom(`${recordKinds[kind].table} as row`)
      .select(['id', 'key', 'slug'])
      .select((repeated[kind] ?? []).map((column) => db.dynamic.ref<keyof Row>(column)))
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ ref }) => dialect.inArray(ref('row.key'), dialect.arrayParam(keys)))
      .execute()
    for (const row of rows) this.remember(kind, row.key, row)
  }
}
