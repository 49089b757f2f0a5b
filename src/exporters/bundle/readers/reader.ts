import type { Selectable } from 'kysely'
import { groupBy } from '../../../core/group-by.ts'
import type { ImportRecord, RecordKind } from '../../../importers/records.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { importedTables, type PartTable, recordKinds } from '../../../store/record-kinds.ts'
import type { Tables } from '../../../store/tables.ts'

/** Converts rows of one kind to records: the inverse of its writer in `importers/load/writers`. */
export interface KindReader {
  kind: RecordKind
  /** Omits records whose required references lead nowhere. */
  records(db: ReadDatabase, ids: readonly number[]): Promise<ImportRecord[]>
}

type RecordRow<K extends RecordKind> = Selectable<Tables[(typeof recordKinds)[K]['table']]>

export async function recordRows<K extends RecordKind>(
  db: ReadDatabase,
  kind: K,
  ids: readonly number[],
): Promise<RecordRow<K>[]> {
  const { table } = recordKinds[kind]
  const rows = await importedTables(db)
    .selectFrom(table)
    .selectAll(table)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows as unknown as RecordRow<K>[]
}

/** Rows of a part table by the id of their owner. */
export async function partsOf<T extends Exclude<PartTable, 'documents'>>(
  db: ReadDatabase,
  table: T,
  owner: keyof Tables[T] & string,
  owners: readonly number[],
): Promise<(owner: number) => Selectable<Tables[T]>[]> {
  const rows = await (db as Pick<ReadDatabase, 'selectFrom'>)
    .selectFrom(table as 'votes')
    .selectAll(table as 'votes')
    .where(owner as 'motion_id', 'in', owners)
    .orderBy('id')
    .execute()
  return groupBy(
    rows as unknown as Selectable<Tables[T]>[],
    (row) => row[owner as keyof Selectable<Tables[T]>] as number,
  )
}

export function identityOf<K extends RecordKind>(
  kind: K,
  row: Pick<Tables['people'], 'key' | 'slug' | 'source_url'> & {
    source_updated_at: string | null
    id: number
    is_incomplete: number
  },
) {
  const { id, key, slug, source_url, source_updated_at, is_incomplete } = row
  const incomplete = is_incomplete === 1 ? { incomplete: true } : {}
  return { kind, key, source_url, source_updated_at, ...incomplete, served_as: { id, slug } }
}
