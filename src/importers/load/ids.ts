import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

// Half of what a bundle may say: as many ids again can be given out above it before an export could not name one.
const reusableIdMax = 500_000_000

// The other tables refer to a record, and nothing refers to them.
const numberedTables = [
  ...Object.values(recordKinds).map(({ table }) => table),
  'documents',
  'document_sections',
  'key_statements',
  'search_entries',
] as const

type NumberedTable = (typeof numberedTables)[number]

/** The id that a record was served under, where a row may take it over; null if it is implausibly large. */
export function reusableId(id: number | null | undefined): number | null {
  return id == null || id > reusableIdMax ? null : id
}

/**
 * Numbers new rows before they are written, so that many of them, and all that refers to them, are written at once. Only
 * one import at a time writes to these tables.
 */
export class Ids {
  readonly #scope: LoadScope
  readonly #last: Map<NumberedTable, number>

  private constructor(scope: LoadScope, last: Map<NumberedTable, number>) {
    this.#scope = scope
    this.#last = last
  }

  /** Continues after the highest id that each table ever gave out, and that a staged record asks for. */
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

  next(table: NumberedTable): number {
    const id = (this.#last.get(table) ?? 0) + 1
    this.#last.set(table, id)
    return id
  }

  /** Ids for new rows: that under which a record was served, unless another row has it, or else the next. */
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
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Lets each table continue after the last id given out. A sequence of PostgreSQL keeps its position even if the import
   * fails after this: that skips ids, which count nothing.
   */
  async settle(): Promise<void> {
    const { db, dialect } = this.#scope
    for (const [table, last] of this.#last) {
      if (last > (await dialect.lastIdOf(db, table))) await dialect.setLastId(db, table, last)
    }
  }
}
