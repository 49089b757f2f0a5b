import { keyColumn, type ReferenceColumn, recordKinds, referenceColumns, importedTables } from '../../store/record-kinds.ts'
import { type ImportRecord, type RecordKind, recordSchemas } from '../records.ts'
import type { LoadScope } from './scope.ts'

/** A reference by key, and its field. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
}

/** The field that refers to the record's own kind. Its target may come later in the source, so it is linked at the end. */
export const parentField = 'parent_key'

/** The kind that each other field refers to, or each key of a list. */
const kindOfField: Record<string, RecordKind> = {
  ...Object.fromEntries(
    referenceColumns
      .map(({ column, target }) => [keyColumn(column), target])
      .filter(([field]) => field !== parentField),
  ),
  bylaw_keys: 'bylaw',
}

/** Every reference of a record and of its parts, but that to a parent. */
export function referencesOf(record: ImportRecord): Reference[] {
  const found: Reference[] = []
  for (const [field, content] of Object.entries(record)) collect(field, content, found)
  return found
}

function collect(field: string, content: unknown, found: Reference[]): void {
  if (typeof content === 'string') {
    const kind = kindOfField[field]
    if (kind !== undefined) found.push({ field, kind, key: content })
  } else if (Array.isArray(content)) {
    for (const part of content) collect(field, part, found)
  } else if (typeof content === 'object' && content !== null) {
    for (const name in content) collect(name, content[name as keyof object], found)
  }
}

/** Whether a record is invalid without a reference. */
export function isRequired({ kind, table, column }: ReferenceColumn): boolean {
  const required: readonly string[] = recordSchemas[kind].required
  return table === recordKinds[kind].table && required.includes(keyColumn(column))
}

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
