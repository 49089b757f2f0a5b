import type { RecordKind } from '../records.ts'
import type { LoadContext } from './context.ts'
import { type ImportedTable, tableOf } from './kind-tables.ts'

// Half of what a bundle may say: as many ids again can be given out above it before an export could not name one.
const keptMax = 500_000_000

/** The id that a record was served under, where a row may take it over; null where it is further up than any real one. */
export function keptId(id: number | null | undefined): number | null {
  return id == null || id > keptMax ? null : id
}

/**
 * Lets a table give out ids only above the highest that a record asks for, so that none is given out twice. A sequence
 * of PostgreSQL stays there when the import is refused or a dry run: that skips ids, which are no count of anything, and
 * never more than `keptMax` in all.
 */
export async function reserveIds(
  kind: RecordKind,
  highest: number,
  { db, dialect }: Pick<LoadContext, 'db' | 'dialect'>,
): Promise<void> {
  if (highest > (await dialect.lastIdOf(db, tableOf[kind]))) {
    await dialect.setLastId(db, tableOf[kind], highest)
  }
}

/** The id that a record was served under, as a column of its new row; nothing where another row has it. */
export async function freeId(
  table: ImportedTable,
  id: number | null,
  { db }: Pick<LoadContext, 'db'>,
): Promise<{ id?: number }> {
  if (id === null) return {}
  const taken = await db
    .selectFrom(table as 'people')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return taken === undefined ? { id } : {}
}
