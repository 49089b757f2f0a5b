import { batches } from '../../core/batches.ts'
import {
  type ImportedTable,
  importedTables,
  keyColumn,
  type PartTable,
  partReferences,
  recordKinds,
} from '../../store/record-kinds.ts'
import { type RecordKind, recordKindNames } from '../records.ts'
import { type Changes, noChanges, noteBylaws, noteChange, notedColumns } from './changes.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { isNested, rejectParents } from './parents.ts'
import type { LoadScope } from './scope.ts'

/** A column `x_id` of the rows of a kind, or of their parts. */
interface ReferenceColumn {
  kind: RecordKind
  table: ImportedTable | PartTable
  column: string
  target: RecordKind
  /** The column with the id of the record. */
  owner: string
}

const referenceColumns: readonly ReferenceColumn[] = recordKindNames.flatMap((kind) => {
  const { table, references, parts } = recordKinds[kind]
  const columnsOf = (of: Pick<ReferenceColumn, 'table' | 'owner'>, declared: object) =>
    Object.entries(declared as Record<string, RecordKind>).map(([column, target]) => ({
      ...of,
      kind,
      column,
      target,
    }))
  return [
    ...columnsOf({ table, owner: 'id' }, references),
    ...parts.flatMap((part) =>
      columnsOf({ table: part, owner: `${kind}_id` }, partReferences[part]),
    ),
  ]
})

/** Sets the ids of the references whose targets have come, in any order. Adds errors for invalid parents. */
export async function linkReferences(
  written: Changes,
  scope: LoadScope,
  errors: DiagnosticList,
): Promise<Changes> {
  const changes = noChanges()
  for (const reference of referenceColumns) {
    const { kind, column } = reference
    const ids = await link(reference, scope)
    if (column === 'parent_id' && isNested(kind) && written.changedRows[kind].size > 0)
      await rejectParents(kind, ids, scope, errors)
    const others = ids.filter((id) => !written.changedRows[kind].has(id))
    await noteRelinked(reference, others, changes, scope, { isLinked: true })
  }
  return changes
}

/** Links the references of one column, and returns the ids of the records with them. */
async function link(
  { kind, table, column, target: to, owner }: ReferenceColumn,
  { db, target, source }: LoadScope,
): Promise<number[]> {
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
  const rows = await db
    // One table stands for all.
    .updateTable(table as 'votes')
    .set({ [column]: found })
    .where(column as 'person_id', 'is', null)
    .where(keyColumn(column) as 'person_key', 'is not', null)
    .where(({ exists }) => exists(found))
    .where(({ exists }) => exists(records.whereRef('row.id', '=', `${table}.${owner}` as 'row.id')))
    .returning(`${table}.${owner} as id` as 'motion_id as id')
    .execute()
  return [...new Set(rows.map(({ id }) => id))]
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
    await noteRelinked(reference, referrers, changes, scope, { isLinked: false })
  }
}

/** Notes records of which a reference was linked, or loses its target. */
async function noteRelinked(
  { kind, table: referring, column }: ReferenceColumn,
  ids: readonly number[],
  changes: Changes,
  { db }: LoadScope,
  { isLinked }: { isLinked: boolean },
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
      changes.relinked[kind].add(row.id)
      changes.dirtyParents[kind].add(row.id)
    }
    await noteBylaws(kind, rows, changes, { db })
  }
}
