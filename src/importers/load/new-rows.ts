import type { WriteStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Rows on their way into their tables, to be written many at once. A table goes in as a whole, before those whose first
 * row was added later: add a row before the first that refers to it.
 */
export class NewRows {
  readonly #rows = new Map<keyof Tables, Record<string, unknown>[]>()

  /** All rows of a table must have the same columns. */
  add(table: keyof Tables, row: Record<string, unknown>): void {
    const rows = this.#rows.get(table)
    if (rows === undefined) this.#rows.set(table, [row])
    else rows.push(row)
  }

  async write({ db, dialect }: Pick<WriteStore, 'db' | 'dialect'>): Promise<void> {
    for (const [table, rows] of this.#rows) await dialect.insertAll(db, table, rows)
    this.#rows.clear()
  }
}
