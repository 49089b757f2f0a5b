import type { ImportRecord, RecordKind } from '../../../importers/records.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Tables } from '../../../store/tables.ts'

/** How the rows of one kind become records again: the mirror image of its writer in `importers/load/writers`. */
export interface KindReader {
  kind: RecordKind
  table: ExportedTable
  /** The records of these rows, by row id; without those that are nothing any more, for what they stand on is gone. */
  records(db: ReadDatabase, ids: readonly number[]): Promise<ImportRecord[]>
}

/** The tables whose rows were records. */
export type ExportedTable =
  | 'organizations'
  | 'people'
  | 'memberships'
  | 'bylaws'
  | 'matters'
  | 'meetings'
  | 'agenda_items'
  | 'motions'

/** The key of the row that `column` names; null where it names none, or one that was pruned. */
export function keyOf(db: ReadDatabase, table: ExportedTable, column: string) {
  return db
    .selectFrom(`${table} as referred` as 'people as referred')
    .select('referred.key')
    .whereRef('referred.id', '=', column as 'referred.id')
    .where('referred.removed_at', 'is', null)
}

/** The same for an agenda item, which is gone together with its meeting. */
export function itemKeyOf(db: ReadDatabase, column: string) {
  return db
    .selectFrom('agenda_items as referred')
    .innerJoin('meetings as stage', 'stage.id', 'referred.meeting_id')
    .select('referred.key')
    .whereRef('referred.id', '=', column as 'referred.id')
    .where('referred.removed_at', 'is', null)
    .where('stage.removed_at', 'is', null)
}

/** What a row says of the record that it was made of. */
export function identityOf<K extends RecordKind>(
  kind: K,
  row: Pick<Tables['people'], 'key' | 'slug' | 'source_url'> & {
    id: number
    is_incomplete: number
  },
) {
  const { id, key, slug, source_url, is_incomplete } = row
  const incomplete = is_incomplete === 1 ? { incomplete: true } : {}
  return { kind, key, source_url, ...incomplete, served_as: { id, slug } }
}

/** Parts by the row that they belong to, each in the order in which it was written. */
export function byOwner<T extends { owner: number | null }>(
  parts: readonly T[],
): (owner: number) => Omit<T, 'owner'>[] {
  const found = new Map<number | null, Omit<T, 'owner'>[]>()
  for (const { owner, ...part } of parts) {
    const those = found.get(owner)
    if (those === undefined) found.set(owner, [part])
    else those.push(part)
  }
  return (owner) => found.get(owner) ?? []
}
