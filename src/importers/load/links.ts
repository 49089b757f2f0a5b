import { batches } from '../../core/batches.ts'
import { kinds, type RecordKind } from '../../record/kinds.ts'
import {
  type ImportedTable,
  importedTables,
  keyColumn,
  type ReferenceColumn,
  recordKinds,
  referenceColumns,
} from '../../store/record-kinds.ts'
import { sourceErrorsMax } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope } from './scope.ts'
import { type Changes, noChanges, noteBylaws, noteChange, notedColumns } from './scope.ts'
import { nestedOf, stagingOf } from './staging-table.ts'

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
    if (column === 'parent_id' && isNested(kind) && written.rows[kind].size > 0)
      await rejectParents(kind, ids, scope, errors)
    const others = links.filter(({ id }) => !written.rows[kind].has(id))
    for (const isReturn of [true, false]) {
      const some = others.filter(
        ({ to }) => (written.rows[target].get(to ?? 0) === 'returned') === isReturn,
      )
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
      const change = isCounted ? 'relinked' : 'linked'
      noteChange(kind, { id: row.id, change, old, columns }, changes)
      changes.parents[kind].add(row.id)
    }
    await noteBylaws(kind, rows, changes, { db })
  }
}

/** The kinds whose records refer to a parent of their own kind. */
type NestedKind = 'organization' | 'agenda_item'

function isNested(kind: RecordKind): kind is NestedKind {
  return 'parent_id' in recordKinds[kind].references
}

/** Adds errors for cycles, and for parents in other meetings, of rows whose parents were linked. */
async function rejectParents(
  kind: NestedKind,
  ids: readonly number[],
  scope: LoadScope,
  errors: DiagnosticList,
): Promise<void> {
  if (kind === 'agenda_item') await rejectForeignParents(scope, errors)
  await rejectCycles({ kind, ids }, scope, errors)
}

/** The staged records of a kind that have a parent, each with its row. */
function stagedChildren(kind: NestedKind, { db, target, source }: LoadScope) {
  return nestedOf(db)
    .selectFrom('staging as s')
    .innerJoin(`${kinds[kind].table} as child`, (join) =>
      join
        .onRef('child.key', '=', 's.key')
        .onRef('child.is_incomplete', '=', 's.is_incomplete')
        .on('child.municipality_id', '=', target.id)
        .on('child.source', '=', source),
    )
    .select(['s.location', 's.key', 'child.parent_key', 'child.id'])
    .where('s.kind', '=', kind)
    .where('child.parent_key', 'is not', null)
    .orderBy('s.id')
}

async function rejectForeignParents(scope: LoadScope, errors: DiagnosticList): Promise<void> {
  const parents = scope.db
    .selectFrom('agenda_items as item')
    .innerJoin('agenda_items as parent', 'parent.id', 'item.parent_id')
    .innerJoin('meetings as other', 'other.id', 'parent.meeting_id')
    .select(['item.id as item_id', 'other.key as meeting'])
    .whereRef('parent.meeting_id', '!=', 'item.meeting_id')
    .where('item.municipality_id', '=', scope.target.id)
  const rows = await stagedChildren('agenda_item', scope)
    .innerJoin(parents.as('foreign'), 'foreign.item_id', 'child.id')
    .select('foreign.meeting')
    .limit(sourceErrorsMax)
    .execute()
  errors.addRows(rows, ({ location, key, parent_key, meeting }) => ({
    location,
    subject: `agenda_item ${key}`,
    reason: `parent "${parent_key}" belongs to meeting "${meeting}": an item and its parent must belong to the same meeting`,
  }))
}

/** Adds one error for each cycle, at the first of its staged records. */
async function rejectCycles(
  { kind, ids }: { kind: NestedKind; ids: readonly number[] },
  scope: LoadScope,
  errors: DiagnosticList,
): Promise<void> {
  const links =
    ids.length > walkedMax ? allLinks(kind, scope) : [await ancestorLinks({ kind, ids }, scope)]
  const parents = new Map<number, number | null>()
  for await (const rows of links) for (const { id, parent_id } of rows) parents.set(id, parent_id)
  const cycleOf = cyclesIn(parents)
  if (cycleOf.size === 0) return
  const reported = new Set<number>()
  for (const { location, key, parent_key, id } of await stagedChildren(kind, scope).execute()) {
    const cycle = cycleOf.get(id)
    if (cycle === undefined || reported.has(cycle)) continue
    reported.add(cycle)
    const reason = `parent "${parent_key}" creates a cycle: a record must not be its own ancestor`
    errors.add({ location, subject: `${kind} ${key}`, reason })
  }
}

// For more rows, reading all links needs less memory than finding the ancestors.
const walkedMax = 10_000

function allLinks(kind: NestedKind, { db, target, source }: LoadScope) {
  const links = nestedOf(db)
    .selectFrom(`${kinds[kind].table} as row`)
    .select(['row.id', 'row.parent_id'])
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .where('row.parent_id', 'is not', null)
    .orderBy('row.id')
  return rowBatches((after, limit) => links.where('row.id', '>', after).limit(limit).execute())
}

/** The parent links of rows and of all their ancestors. */
async function ancestorLinks(
  { kind, ids }: { kind: NestedKind; ids: readonly number[] },
  { db, dialect }: LoadScope,
): Promise<{ id: number; parent_id: number | null }[]> {
  const { table } = kinds[kind]
  // `union` drops duplicates, so the recursion ends in a cycle.
  return nestedOf(db)
    .withRecursive('links', (cte) =>
      cte
        .selectFrom(`${table} as row`)
        .select(['row.id', 'row.parent_id'])
        .where(({ ref }) => dialect.inArray(ref('row.id'), dialect.arrayParam(ids)))
        .union((eb) =>
          eb
            .selectFrom('links')
            .innerJoin(`${table} as row`, 'row.id', 'links.parent_id')
            .select(['row.id', 'row.parent_id']),
        ),
    )
    .selectFrom('links')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The cycle of each row that is in one, identified by a row of it. */
function cyclesIn(parents: ReadonlyMap<number, number | null>): Map<number, number> {
  const cycleOf = new Map<number, number>()
  const walked = new Set<number>()
  for (const start of parents.keys()) {
    const path: number[] = []
    let id: number | null = start
    while (id !== null && !walked.has(id)) {
      walked.add(id)
      path.push(id)
      id = parents.get(id) ?? null
    }
    // Only a path that meets itself is a cycle, not one that meets an earlier path.
    const first = id === null ? -1 : path.indexOf(id)
    if (first >= 0) for (const member of path.slice(first)) cycleOf.set(member, start)
  }
  return cycleOf
}

/** Rejects the staged motions whose agenda item belongs to another meeting. */
export async function rejectForeignItems(
  { db, target, source }: LoadScope,
  errors: DiagnosticList,
): Promise<void> {
  const rows = await stagingOf(db)
    .selectFrom('staging as s')
    .innerJoin('motions as motion', (join) =>
      join
        .onRef('motion.key', '=', 's.key')
        .onRef('motion.is_incomplete', '=', 's.is_incomplete')
        .on('motion.municipality_id', '=', target.id)
        .on('motion.source', '=', source),
    )
    .innerJoin(
      db
        .selectFrom('motions')
        .innerJoin('agenda_items as item', 'item.id', 'motions.agenda_item_id')
        .innerJoin('meetings as own', 'own.id', 'motions.meeting_id')
        .innerJoin('meetings as other', 'other.id', 'item.meeting_id')
        .select(['motions.id', 'item.key as item', 'own.key as meeting', 'other.key as other'])
        .whereRef('item.meeting_id', '!=', 'motions.meeting_id')
        .where('motions.municipality_id', '=', target.id)
        .as('foreign'),
      'foreign.id',
      'motion.id',
    )
    .select(['s.location', 's.key', 'foreign.item', 'foreign.meeting', 'foreign.other'])
    .where('s.kind', '=', 'motion')
    .orderBy('s.id')
    .limit(sourceErrorsMax)
    .execute()
  errors.addRows(rows, ({ location, key, item, meeting, other }) => ({
    location,
    subject: `motion ${key}`,
    reason: `/agenda_item_key: "${item}" belongs to meeting "${other}", not to "${meeting}": a motion and its agenda item must belong to the same meeting`,
  }))
}

/** Rejects the staged meetings with a statement on an agenda item that is not on their agenda. */
export async function rejectStatements(
  { db, target, source, isPartial }: LoadScope,
  errors: DiagnosticList,
): Promise<void> {
  const statements = db
    .selectFrom('key_statements as said')
    .innerJoin('meetings as own', 'own.id', 'said.meeting_id')
    .leftJoin('agenda_items as item', (join) =>
      join
        .onRef('item.key', '=', 'said.agenda_item_key')
        .onRef('item.municipality_id', '=', 'own.municipality_id')
        .onRef('item.source', '=', 'own.source'),
    )
    .select(['said.id', 'own.key', 'own.is_incomplete', 'said.agenda_item_key as item'])
    .where('own.municipality_id', '=', target.id)
    .where('own.source', '=', source)
    .where('said.agenda_item_key', 'is not', null)
    // A subset may lack the item.
    .$if(isPartial, (query) => query.whereRef('item.meeting_id', '!=', 'own.id'))
    .$if(!isPartial, (query) =>
      query.where('item.meeting_id', 'is distinct from', ({ ref }) => ref('own.id')),
    )
  const rows = await stagingOf(db)
    .selectFrom('staging as s')
    .innerJoin(statements.as('foreign'), (join) =>
      join
        .onRef('foreign.key', '=', 's.key')
        .onRef('foreign.is_incomplete', '=', 's.is_incomplete'),
    )
    .select(['s.location', 's.key', 'foreign.item'])
    .where('s.kind', '=', 'meeting')
    .orderBy('s.id')
    .orderBy('foreign.id')
    .limit(sourceErrorsMax)
    .execute()
  errors.addRows(rows, ({ location, key, item }) => ({
    location,
    subject: `meeting ${key}`,
    reason: `/key_statements: agenda_item_key "${item}" is not an item of this meeting: name an item whose meeting_key is "${key}", or omit the field`,
  }))
}
