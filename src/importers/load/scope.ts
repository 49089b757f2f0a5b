import type { Kysely } from 'kysely'
import { batches } from '../../core/batches.ts'
import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { Warning } from '../source.ts'

/** Row ids of each kind. */
export type RowIds = Record<RecordKind, Set<number>>

export interface Changes {
  /** Rows that were written, relinked or removed, to be indexed again. */
  changedRows: RowIds
  /** Rows that count as changed because a reference was linked, or lost its target. */
  relinked: RowIds
  /** Rows of records that were removed before. */
  returned: RowIds
  removed: RowIds
  /** Rows with a changed part or reference: their `updated_at` changes too. */
  dirtyParents: RowIds
  /** Agenda items of which a changed item or motion was part. */
  formerItems: Set<number>
}

/** The previous row, if any, and the columns that were set; none of a removed row. */
export interface ChangedRow {
  id: number
  old: Record<string, unknown> | undefined
  columns: Record<string, unknown>
}

export function noChanges(): Changes {
  return {
    changedRows: noRows(),
    relinked: noRows(),
    returned: noRows(),
    removed: noRows(),
    dirtyParents: noRows(),
    formerItems: new Set(),
  }
}

function noRows(): RowIds {
  return Object.fromEntries(recordKindNames.map((kind) => [kind, new Set<number>()])) as RowIds
}

/** What a meeting is in a calendar. */
const scheduleColumns = ['date', 'starts_at', 'ends_at', 'end_date', 'location', 'title', 'status']

/** The columns that `noteChange` and `scheduledAt` read of a row and its previous one. */
export function notedColumns(kind: RecordKind): string[] {
  const columns = [...recordKinds[kind].partOf, ...itemColumns(kind)]
  return kind === 'meeting' ? [...columns, ...scheduleColumns, 'scheduled_at'] : columns
}

/** When a meeting last changed in calendars, which a new agenda or motion does not. */
export function scheduledAt({ old, columns }: Omit<ChangedRow, 'id'>, now: string): unknown {
  const isAsBefore = scheduleColumns.every((column) => old?.[column] === columns[column])
  return isAsBefore ? old?.scheduled_at : now
}

/** The columns of a kind that refer to agenda items. */
function itemColumns(kind: RecordKind): string[] {
  const references: [string, RecordKind][] = Object.entries(recordKinds[kind].references)
  return references.filter(([, target]) => target === 'agenda_item').map(([column]) => column)
}

/** Adds a changed row and its former and current parents. */
export function noteChange(
  kind: RecordKind,
  row: ChangedRow,
  { changedRows, dirtyParents, formerItems }: Changes,
): void {
  const { references, partOf } = recordKinds[kind]
  changedRows[kind].add(row.id)
  for (const column of partOf) {
    const parents = dirtyParents[(references as Record<string, RecordKind>)[column] ?? kind]
    // Of its meetings, a body shows only their number and their first and last date.
    if (kind === 'meeting' && isCountedAlike(row, column)) continue
    addAll(parents, idsIn([row.old?.[column], row.columns[column]]))
  }
  addAll(formerItems, idsIn(itemColumns(kind).map((column) => row.old?.[column])))
}

/** Whether a row counts for the same parent as before. */
function isCountedAlike({ old, columns }: ChangedRow, column: string): boolean {
  return old?.[column] === columns[column] && old?.date === columns.date
}

/** Adds the by-laws that the rows refer to now, in the lists of motions and agenda items. */
export async function noteBylaws(
  kind: RecordKind,
  rows: Iterable<{ id: number }>,
  { dirtyParents }: Changes,
  { db }: Pick<LoadScope, 'db'>,
): Promise<void> {
  if (!recordKinds[kind].parts.some((part) => part === 'bylaw_references')) return
  for (const batch of batches(rows)) {
    const ids = batch.map(({ id }) => id)
    const referred = await db
      .selectFrom('bylaw_references')
      .select('bylaw_id')
      .where(db.dynamic.ref(`${kind}_id`), 'in', ids)
      .execute()
    addAll(dirtyParents.bylaw, idsIn(referred.map(({ bylaw_id }) => bylaw_id)))
  }
}

export function mergeChanges(all: readonly Changes[]): Changes {
  const merged = noChanges()
  for (const changes of all) {
    for (const kind of recordKindNames) {
      addAll(merged.changedRows[kind], changes.changedRows[kind])
      addAll(merged.relinked[kind], changes.relinked[kind])
      addAll(merged.returned[kind], changes.returned[kind])
      addAll(merged.removed[kind], changes.removed[kind])
      addAll(merged.dirtyParents[kind], changes.dirtyParents[kind])
    }
    addAll(merged.formerItems, changes.formerItems)
  }
  return merged
}

const idsIn = (values: readonly unknown[]) => values.filter((value) => typeof value === 'number')

function addAll(ids: Set<number>, more: Iterable<number>): void {
  for (const id of more) ids.add(id)
}

export interface LoadTarget {
  id: number
  jurisdictionId: string
  timeZone: string
}

/** Shared by all steps of one import. */
export interface LoadScope {
  readonly db: Kysely<Tables>
  readonly dialect: SqlDialect
  readonly target: LoadTarget
  readonly source: string
  /** The `updated_at` of all changed rows, ISO 8601 UTC. */
  readonly now: string
  /** Whether the source is a subset of a larger record, so that references may be unresolved. */
  readonly isPartial: boolean
  /** Whether rows that the source no longer has are removed. */
  readonly prune: boolean
  /** Whether records that cannot be right are omitted (decision 94). */
  readonly isThirdParty: boolean
  /** The keys of the records that were omitted, which `--prune` does not remove. */
  readonly omitted: ReadonlyMap<RecordKind, readonly string[]>
  /** The staged records of each kind of this source. */
  readonly counts: Map<RecordKind, number>
  /** Reports a warning. */
  warn(warning: Warning): void
}
