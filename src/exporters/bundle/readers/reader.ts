import type { Selectable } from 'kysely'
import { groupBy } from '../../../core/group-by.ts'
import type { ImportRecord, RecordKind } from '../../../importers/records.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { importedTables, type PartTable, recordKinds } from '../../../store/record-kinds.ts'
import type { Tables } from '../../../store/tables.ts'

/** Converts rows of one kind to records: the inverse of its writer in `importers/load/writers`. */
export interface KindReader {
  kind: RecordKind
  /** Omits records whose required references were pruned. */
  records(db: ReadDatabase, ids: readonly number[]): Promise<ImportRecord[]>
}

type Kinds = typeof recordKinds
type KeyField<C> = C extends `${infer Name}_id` ? `${Name}_key` : never
type RecordRow<K extends RecordKind> = Selectable<Tables[Kinds[K]['table']]> & {
  [C in keyof Kinds[K]['references'] as KeyField<C>]: string | null
}

/** Rows with the keys of the records they refer to; null if pruned. */
export async function recordRows<K extends RecordKind>(
  db: ReadDatabase,
  kind: K,
  ids: readonly number[],
): Promise<RecordRow<K>[]> {
  const { table, references } = recordKinds[kind]
  const rows = await importedTables(db)
    .selectFrom(table)
    .selectAll(table)
    .select(
      Object.entries(references).map(([column, target]) =>
        keyOf(db, target, `${table}.${column}`).as(column.replace(/_id$/, '_key')),
      ),
    )
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows as unknown as RecordRow<K>[]
}

/** An agenda item is pruned together with its meeting. */
function keyOf(db: ReadDatabase, kind: RecordKind, column: string) {
  if (kind === 'agenda_item')
    return db
      .selectFrom('agenda_items as target')
      .innerJoin('meetings as above', 'above.id', 'target.meeting_id')
      .select('target.key')
      .whereRef('target.id', '=', column as 'target.id')
  return importedTables(db)
    .selectFrom(`${recordKinds[kind].table} as target`)
    .select('target.key')
    .whereRef('target.id', '=', column as 'target.id')
}

type PartRow<T extends PartTable> = Selectable<Tables[T]> & { person_key: string | null }

/** Rows of a part table by the id of their owner, with the keys of their people. */
export async function partsOf<T extends Exclude<PartTable, 'documents' | 'bylaw_references'>>(
  db: ReadDatabase,
  table: T,
  owner: keyof Tables[T] & string,
  owners: readonly number[],
): Promise<(owner: number) => PartRow<T>[]> {
  const rows = await (db as Pick<ReadDatabase, 'selectFrom'>)
    .selectFrom(table as 'votes')
    .selectAll(table as 'votes')
    .select(keyOf(db, 'person', `${table}.person_id`).as('person_key'))
    .where(owner as 'motion_id', 'in', owners)
    .orderBy('id')
    .execute()
  return groupBy(rows as unknown as PartRow<T>[], (row) => row[owner as keyof PartRow<T>] as number)
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
