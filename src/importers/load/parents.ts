import { recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import { sourceErrorsMax } from '../source.ts'
import type { DiagnosticList } from './diagnostic-list.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope } from './scope.ts'
import { nestedOf } from './staging-table.ts'

/** The kinds whose records refer to a parent of their own kind. */
type NestedKind = 'organization' | 'agenda_item'

export function isNested(kind: RecordKind): kind is NestedKind {
  return 'parent_id' in recordKinds[kind].references
}

/** Adds errors for cycles, and for parents in other meetings, of rows whose parents were linked. */
export async function rejectParents(
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
    .innerJoin(`${recordKinds[kind].table} as child`, (join) =>
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
    .selectFrom(`${recordKinds[kind].table} as row`)
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
  const { table } = recordKinds[kind]
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
