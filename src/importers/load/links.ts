import { batches } from '../../core/batches.ts'
import {
  type ImportedTable,
  importedTables,
  keyColumn,
  type ReferenceColumn,
  recordKinds,
  referenceColumns,
} from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import { type Changes, noChanges, noteBylaws, noteChange, notedColumns } from './changes.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { isNested, rejectParents } from './parents.ts'
import type { LoadScope } from './scope.ts'

/** Sets the ids of the references whose targets have come, in any order. Adds errors for invalid parents. */
export async function linkReferences(
  written: Changes,
  scope: LoadScope,
  errors: DiagnosticList,
): Promise<Changes> {
  const changes = noChanges()
  for (const reference of referenceColumns) {
    const { kind, column, target } = reference
    const links = await link(reference, scope)
    const ids = [...new Set(links.map(({ id }) => id))]
    if (column === 'parent_id' && isNested(kind) && written.changedRows[kind].size > 0)
      await rejectParents(kind, ids, scope, errors)
    const others = links.filter(({ id }) => !written.changedRows[kind].has(id))
    for (const isReturn of [true, false]) {
      const some = others.filter(({ to }) => written.returned[target].has(to ?? 0) === isReturn)
      const options = { isLinked: true, isCounted: scope.isPartial || !isReturn }
      await noteRelinked(reference, new Set(some.map(({ id }) => id)), changes, scope, options)
    }
  }
  return changes
}

/** Links the references of one column, and returns the ids of the records with them, and of their targets. */
async function link(
  { kind, table, column, target: to, owner }: ReferenceColumn,
  { db, target, source }: LoadScope,
): Promise<{ id: number; to: number | null }[]> {
  const ofSource = (name: ImportedTable) =>
    importedTables(db)
      .selectFrom(`${name} as row`)
      .select('row.id')
      .where('row.municipality_id', '=', target.id)
      .where('row.source', '=', source)
  const found = ofSource(recordKinds[to].table).whereRef(
    'row.key',
    '=',
    `${table}.${keyColumn(column)}` as 'row.key',
  )
  const records = ofSource(recordKinds[kind].table)
  return (
    db
      // One table stands for all.
      .updateTable(table as 'votes')
      .set({ [column]: found })
      .where(column as 'person_id', 'is', null)
      .where(keyColumn(column) as 'person_key', 'is not', null)
      .where(({ exists }) => exists(found))
      .where(({ exists }) =>
        exists(records.whereRef('row.id', '=', `${table}.${owner}` as 'row.id')),
      )
      .returning(`${table}.${owner} as id` as 'motion_id as id')
      .returning(`${table}.${column} as to` as 'person_id as to')
      .execute()
  )
}

/** Notes the rows that refer to rows which are about to be deleted. */
export async function noteReferrers(
  target: RecordKind,
  ids: readonly number[],
  changes: Changes,
  scope: LoadScope,
): Promise<void> {
  for (const reference of referenceColumns.filter((column) => column.target === target)) {
    const { table, column, owner } = reference
    const rows = await scope.db
      .selectFrom(table as 'votes')
      .select(`${owner} as id` as 'motion_id as id')
      .distinct()
      .where(column as 'person_id', 'in', ids)
      .where(owner as 'motion_id', 'is not', null)
      .execute()
    const referrers = rows.map(({ id }) => id)
    const options = { isLinked: false, isCounted: scope.isPartial }
    await noteRelinked(reference, referrers, changes, scope, options)
  }
}

/**
 * Notes records of which a reference was linked, or loses its target. What a complete source has unchanged does not count
 * as changed because another record was removed or returned.
 */
async function noteRelinked(
  { kind, table: referring, column }: ReferenceColumn,
  ids: Iterable<number>,
  changes: Changes,
  { db }: LoadScope,
  { isLinked, isCounted }: { isLinked: boolean; isCounted: boolean },
): Promise<void> {
  const { table } = recordKinds[kind]
  for (const batch of batches(ids)) {
    const rows = await importedTables(db)
      .selectFrom(`${table} as row`)
      .select('row.id')
      .select(notedColumns(kind).map((name) => db.dynamic.ref(name)))
      .where('row.id', 'in', batch)
      .execute()
    for (const row of rows) {
      const other = referring === table ? { ...row, [column]: null } : row
      const [old, columns] = isLinked ? [other, row] : [row, other]
      noteChange(kind, { id: row.id, old, columns }, changes)
      if (isCounted) changes.relinked[kind].add(row.id)
      changes.dirtyParents[kind].add(row.id)
    }
    await noteBylaws(kind, rows, changes, { db })
  }
}
