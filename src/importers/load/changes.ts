import { recordKinds } from '../../store/record-kinds.ts'
import { type RecordKind, recordKindNames } from '../records.ts'

/** Row ids of each kind. */
export type RowIds = Record<RecordKind, Set<number>>

/** What one step of an import changed. */
export interface Changes {
  /** Rows that were written or removed: search indexes them again. */
  changedRows: RowIds
  /** Rows of which a part changed: their `updated_at` moves too. */
  dirtyParents: RowIds
  /** Meetings that were removed or restored: what belongs to them disappears or appears with them. */
  visibilityChangedMeetings: Set<number>
}

/** A row as it was, where it existed, and the columns that were set. */
export interface ChangedRow {
  id: number
  old: ({ removed_at: string | null } & Record<string, unknown>) | undefined
  columns: Record<string, unknown>
}

export function noChanges(): Changes {
  return { changedRows: noRows(), dirtyParents: noRows(), visibilityChangedMeetings: new Set() }
}

function noRows(): RowIds {
  return Object.fromEntries(recordKindNames.map((kind) => [kind, new Set<number>()])) as RowIds
}

/** What a row is part of changes with it: the row that it was part of, and the one that it is part of now. */
export function noteChange(
  kind: RecordKind,
  row: ChangedRow,
  { changedRows, dirtyParents, visibilityChangedMeetings }: Changes,
): void {
  const { references, partOf } = recordKinds[kind]
  changedRows[kind].add(row.id)
  for (const column of partOf) {
    const parents = dirtyParents[(references as Record<string, RecordKind>)[column] ?? kind]
    for (const id of [row.old?.[column], row.columns[column]])
      if (typeof id === 'number') parents.add(id)
  }
  const wasRemoved = typeof row.old?.removed_at === 'string'
  if (kind === 'meeting' && (wasRemoved || row.columns.removed_at !== null))
    visibilityChangedMeetings.add(row.id)
}

export function mergeChanges(all: readonly Changes[]): Changes {
  const merged = noChanges()
  for (const changes of all) {
    for (const kind of recordKindNames) {
      addAll(merged.changedRows[kind], changes.changedRows[kind])
      addAll(merged.dirtyParents[kind], changes.dirtyParents[kind])
    }
    addAll(merged.visibilityChangedMeetings, changes.visibilityChangedMeetings)
  }
  return merged
}

function addAll(ids: Set<number>, more: ReadonlySet<number>): void {
  for (const id of more) ids.add(id)
}
