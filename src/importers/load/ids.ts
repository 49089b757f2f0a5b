import { expressionBuilder } from 'kysely'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'
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
