import type { WriteStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import type { StagingTables } from './staging-table.ts'

type Table = keyof Tables | keyof StagingTables

/** Collects rows for bulk inserts. Tables are written in the order of their first rows, so add referenced rows first. */
export class InsertBuffer {
  readonly #rows = new Map<Table, object[]>()

  /** All rows of a table must have the same columns. */
  add(table: Table, row: object): void {
    const rows = this.#rows.get(table)
    if (rows === undefined) this.#rows.set(table, [row])
    else rows.push(row)
  }

  async flush({ db, dialect }: Pick<WriteStore, 'db' | 'dialect'>): Promise<void> {
    for (const [table, rows] of this.#rows)
      await dialect.insertAll(db, table, rows as Record<string, unknown>[])
    this.#rows.clear()
  }
}
