import { recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { Problems } from './problems.ts'
import type { LoadScope } from './scope.ts'
import { nestedOf, stagingOf } from './staging-table.ts'

/** The kinds whose records refer to a parent of their own kind. */
type NestedKind = 'organization' | 'agenda_item'

export function isNested(kind: RecordKind): kind is NestedKind {
  return 'parent_id' in recordKinds[kind].references
}

/** Sets `parent_id` of the written rows of one kind with one statement, and checks that each chain of parents ends. */
export async function linkParents(
  kind: NestedKind,
  scope: LoadScope,
  problems: Problems,
): Promise<void> {
  const { db, target, source } = scope
  const { table } = recordKinds[kind]
  await nestedOf(db)
    .updateTable(`${table} as child`)
    .from('staging as s')
    .innerJoin(`${table} as parent`, (join) =>
      join
        .onRef('parent.key', '=', 's.parent_key')
        .on('parent.municipality_id', '=', target.id)
        .on('parent.source', '=', source)
        .on('parent.removed_at', 'is', null),
    )
    .set(({ ref }) => ({ parent_id: ref('parent.id') }))
    .where('child.municipality_id', '=', target.id)
    .where('child.source', '=', source)
    .whereRef('child.key', '=', 's.key')
    .where(({ or, eb, ref }) =>
      or([eb('child.parent_id', 'is', null), eb('child.parent_id', '!=', ref('parent.id'))]),
    )
    .whereRef('child.is_incomplete', '=', 's.is_incomplete')
    .where('s.kind', '=', kind)
    .where('s.parent_key', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staging_references as r')
            .select('r.record_id')
            .whereRef('r.record_id', '=', 's.id')
            .where('r.field', '=', 'parent_key'),
        ),
      ),
    )
    .execute()
  if (kind === 'agenda_item') await rejectForeignParents(scope, problems)
  await rejectCircles(kind, scope, problems)
}

/** The staged records of a kind that name a parent, each with its row. */
function stagedChildren(kind: NestedKind, { db, target, source }: LoadScope) {
  return stagingOf(db)
    .selectFrom('staging as s')
    .innerJoin(`${recordKinds[kind].table} as child`, (join) =>
      join
        .onRef('child.key', '=', 's.key')
        .onRef('child.is_incomplete', '=', 's.is_incomplete')
        .on('child.municipality_id', '=', target.id)
        .on('child.source', '=', source),
    )
    .select(['s.location', 's.key', 's.parent_key', 'child.id'])
    .where('s.kind', '=', kind)
    .where('s.parent_key', 'is not', null)
    .orderBy('s.id')
}

/** An agenda item cannot be part of an item of another meeting. */
async function rejectForeignParents(scope: LoadScope, problems: Problems): Promise<void> {
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
    .execute()
  for (const { location, key, parent_key, meeting } of rows)
    problems.add({
      where: location,
      subject: `agenda_item ${key}`,
      reason: `its parent "${parent_key}" is an item of meeting "${meeting}": both must be of one meeting`,
    })
}

/** A walk upwards must end. One problem for each circle, at the first of its staged records. */
async function rejectCircles(
  kind: NestedKind,
  scope: LoadScope,
  problems: Problems,
): Promise<void> {
  const links = await scope.db
    .selectFrom(recordKinds[kind].table)
    .select(['id', 'parent_id'])
    .where('municipality_id', '=', scope.target.id)
    .where('parent_id', 'is not', null)
    .execute()
  const circleOf = circlesIn(new Map(links.map((link) => [link.id, link.parent_id])))
  if (circleOf.size === 0) return
  const reported = new Set<number>()
  for (const { location, key, parent_key, id } of await stagedChildren(kind, scope).execute()) {
    const circle = circleOf.get(id)
    if (circle === undefined || reported.has(circle)) continue
    reported.add(circle)
    const reason = `its parent "${parent_key}" stands, directly or not, below it: a chain of parents must have an end`
    problems.add({ where: location, subject: `${kind} ${key}`, reason })
  }
}

/** The number of the circle of each row that is in one. */
function circlesIn(parents: ReadonlyMap<number, number | null>): Map<number, number> {
  const circleOf = new Map<number, number>()
  const walked = new Set<number>()
  for (const start of parents.keys()) {
    const path: number[] = []
    let id: number | null = start
    while (id !== null && !walked.has(id)) {
      walked.add(id)
      path.push(id)
      id = parents.get(id) ?? null
    }
    // A walk that meets an earlier one ends there; only one that meets itself is a circle.
    const first = id === null ? -1 : path.indexOf(id)
    if (first >= 0) for (const member of path.slice(first)) circleOf.set(member, start)
  }
  return circleOf
}
