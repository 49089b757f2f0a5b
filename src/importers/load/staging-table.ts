import type { Kysely } from 'kysely'
import { batchesBySize } from '../../core/batches.ts'
import type { Flag } from '../../record/field.ts'
import type { RecordKind } from '../../record/kinds.ts'
import type { WriteStore } from '../../store/open.ts'
import type { ImportedTable } from '../../store/record-kinds.ts'
import type { Imported } from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'

export interface StagingTable {
  /** The position in the source, from 1. */
  id: number
  kind: RecordKind
  key: string
  location: string
  /** Characters of the body, to limit the records in memory. */
  size: number
  /** The content hash. */
  hash: string
  /** The keys of the references without which the record is invalid. */
  required_key: string | null
  other_required_key: string | null
  served_id: number | null
  served_slug: string | null
  source_updated_at: string | null
  is_incomplete: Flag
  body: string
}

export interface StagingTables {
  staging: StagingTable
}

/** The staging tables, and the columns that all imported tables share. */
export type StagingDatabase = Kysely<StagingTables & Record<ImportedTable, Imported>>

type Nested = Imported & Pick<Tables['agenda_items'], 'parent_id' | 'parent_key'>

export function stagingOf(db: Kysely<Tables>): StagingDatabase {
  return db as unknown as StagingDatabase
}

/** Like `stagingOf`, for the tables with a `parent_id`. */
export function nestedOf(
  db: Kysely<Tables>,
): Kysely<StagingTables & Record<'organizations' | 'agenda_items', Nested>> {
  return db as never
}

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

// Limit for the characters of a batch: a record may contain a long text.
export const batchSize = 2_000_000
// Records with all their parts; larger batches are hardly faster.
const readBatchLength = 100
const listBatchLength = 10_000

/** Lists staged records by id, from after `after`. */
type ListRecords = (after: number, limit: number) => Promise<{ id: number; size: number }[]>

/** Ids of staged records in batches that limit memory. */
export async function* recordBatches(list: ListRecords): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const listed = await list(after, listBatchLength)
    const bounds = { size: batchSize, length: readBatchLength }
    for (const batch of batchesBySize(listed, ({ size }) => size, bounds))
      yield batch.map(({ id }) => id)
    after = listed.at(-1)?.id ?? after
    if (listed.length < listBatchLength) return
  }
}
