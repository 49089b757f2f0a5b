import type { WriteStore } from '../../store/open.ts'
import { type ImportedTable, importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'

// Half of what a bundle may say: as many ids again can be given out above it before an export could not name one.
const keptMax = 500_000_000

// The others refer to a record, and nothing refers to them.
const numberedTables = [
  ...Object.values(recordKinds).map(({ table }) => table),
  'documents',
  'document_sections',
  'key_statements',
  'search_entries',
] as const

export type NumberedTable = (typeof numberedTables)[number]

type Writing = Pick<WriteStore, 'db' | 'dialect'>

/** The id that a record was served under, where a row may take it over; null where it is further up than any real one. */
export function keptId(id: number | null | undefined): number | null {
  return id == null || id > keptMax ? null : id
}

/**
 * Numbers new rows before they are written, so that many of them, and all that refers to them, are written at once. Only
 * one import at a time writes to these tables.
 */
export class Ids {
  readonly #last: Map<NumberedTable, number>

  private constructor(last: Map<NumberedTable, number>) {
    this.#last = last
  }

  /** Goes on after the highest id that each table ever gave out. */
  static async after({ db, dialect }: Writing): Promise<Ids> {
    const last = new Map<NumberedTable, number>()
    for (const table of numberedTables) last.set(table, await dialect.lastIdOf(db, table))
    return new Ids(last)
  }

  next(table: NumberedTable): number {
    const id = (this.#last.get(table) ?? 0) + 1
    this.#last.set(table, id)
    return id
  }

  /** Gives out only ids above the highest that a record asks for, so that none is given out twice. */
  reserve(kind: RecordKind, highest: number): void {
    const { table } = recordKinds[kind]
    this.#last.set(table, Math.max(highest, this.#last.get(table) ?? 0))
  }

  /** Ids for new rows: that under which a record was served, unless another row has it, or else the next. */
  async choose(
    table: ImportedTable,
    wanted: readonly (number | null)[],
    { db, dialect }: Writing,
  ): Promise<number[]> {
    const asked = wanted.filter((id) => id !== null)
    const taken = new Set<number>()
    if (asked.length > 0) {
      const rows = await importedTables(db)
        .selectFrom(table)
        .select('id')
        .where(({ ref }) => dialect.isAmong(ref('id'), dialect.listOf(asked)))
        .execute()
      for (const { id } of rows) taken.add(id)
    }
    return wanted.map((id) => {
      if (id === null || taken.has(id)) return this.next(table)
      taken.add(id)
      return id
    })
  }

  /**
   * Lets each table go on after the last id given out. A sequence of PostgreSQL stays there when the import fails after
   * this: that skips ids, which are no count of anything.
   */
  async settle({ db, dialect }: Writing): Promise<void> {
    for (const [table, last] of this.#last) {
      if (last > (await dialect.lastIdOf(db, table))) await dialect.setLastId(db, table, last)
    }
  }
}
