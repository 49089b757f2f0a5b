import type { Kysely } from 'kysely'
import { batches } from '../../core/batches.ts'
import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import type { Warning } from '../source.ts'
import type { KeptHistory } from './record-change.ts'

/** Row ids of each kind. */
export type RowIds = Record<RecordKind, Set<number>>

/**
 * How a row changed, the weakest first. A reference was linked, or lost its target: in a `relinked` row that counts as a
 * change of its record. A `returned` row is that of a record that was removed before.
 */
const changes = ['linked', 'relinked', 'written', 'returned', 'removed'] as const
type Change = (typeof changes)[number]

export interface Changes {
  /** Rows from which others follow, and that are indexed again. */
  rows: Record<RecordKind, Map<number, Change>>
  /** Rows with a changed part or reference: their `updated_at` changes too. */
  parents: RowIds
  /** Agenda items of which a changed item or motion was part. */
  formerItems: Set<number>
}

/** The previous row, if any, and the columns that were set; none of a removed row. */
export interface ChangedRow {
  id: number
  change: Change
  old: Record<string, unknown> | undefined
  columns: Record<string, unknown>
}

export function noChanges(): Changes {
  const ofKinds = <T>(none: () => T) =>
    Object.fromEntries(recordKindNames.map((kind) => [kind, none()])) as Record<RecordKind, T>
  return {
    rows: ofKinds(() => new Map()),
    parents: ofKinds(() => new Set()),
    formerItems: new Set(),
  }
}

export function hasRows({ rows }: Changes): boolean {
  return Object.values(rows).some(({ size }) => size > 0)
}

/** The rows of a kind that changed in this way. */
export function rowsWith(change: Change, rows: ReadonlyMap<number, Change>): number[] {
  return [...rows].filter(([, one]) => one === change).map(([id]) => id)
}

/** Of several changes of one row, the strongest stands. */
function noteRow(rows: Map<number, Change>, id: number, change: Change): void {
  const noted = rows.get(id)
  if (noted === undefined || changes.indexOf(noted) < changes.indexOf(change)) rows.set(id, change)
}

/** What a meeting is in a calendar. */
const scheduleColumns = ['date', 'starts_at', 'ends_at', 'end_date', 'location', 'title', 'status']

/** The columns that `noteChange` and `scheduledAt` read of a row and its previous one. */
export function notedColumns(kind: RecordKind): string[] {
  const columns = [...recordKinds[kind].partOf, ...itemColumns(kind)]
  return kind === 'meeting' ? [...columns, ...scheduleColumns, 'scheduled_at'] : columns
}

/** The columns that an import reads of a row before it changes. */
export function readColumns(kind: RecordKind, history: LoadScope['history']): string[] {
  return [...new Set([...notedColumns(kind), ...(history?.columnsOf(kind) ?? [])])]
}

/** When a meeting last changed in calendars, which a new agenda or motion does not. */
export function scheduledAt(
  { old, columns }: Pick<ChangedRow, 'old' | 'columns'>,
  now: string,
): unknown {
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
  { rows, parents, formerItems }: Changes,
): void {
  const { references, partOf } = recordKinds[kind]
  noteRow(rows[kind], row.id, row.change)
  for (const column of partOf) {
    // Of its meetings, a body shows only their number and their first and last date.
    if (kind === 'meeting' && isCountedAlike(row, column)) continue
    const ids = idsIn([row.old?.[column], row.columns[column]])
    addAll(parents[(references as Record<string, RecordKind>)[column] ?? kind], ids)
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
  { parents }: Changes,
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
    addAll(parents.bylaw, idsIn(referred.map(({ bylaw_id }) => bylaw_id)))
  }
}

export function mergeChanges(all: readonly Changes[]): Changes {
  const merged = noChanges()
  for (const { rows, parents, formerItems } of all) {
    for (const kind of recordKindNames) {
      for (const [id, change] of rows[kind]) noteRow(merged.rows[kind], id, change)
      addAll(merged.parents[kind], parents[kind])
    }
    addAll(merged.formerItems, formerItems)
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
  /** Whether this version of Reeve ran the last import of the municipality, so that all that follows from its rows is there. */
  readonly isDerived: boolean
  /** Whether its records keep the slugs and Open Civic Data ids that they have where they come from. */
  readonly followsSlugs: boolean
  /** The staged records of each kind of this source. */
  readonly counts: Map<RecordKind, number>
  /** What keeps the changes of records; null if the source changed nothing, or it cannot be known whether it did. */
  readonly history: KeptHistory | null
  /** Reports a warning. */
  warn(warning: Warning): void
}
