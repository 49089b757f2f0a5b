import { chunks } from '../../core/chunks.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import type { LoadContext } from './context.ts'
import { parentField, type Reference } from './record-references.ts'
import type { Staged } from './upsert.ts'

/** A row whose parent is of its own kind, to be linked once every row of the kind is there. */
export interface Child {
  kind: 'organization' | 'agenda_item'
  id: number
  parentKey: string
  referrer: Staged<'agenda_item'>['referrer']
}

type Linking = Pick<LoadContext, 'db' | 'dialect' | 'references' | 'problems'>

/** Sets `parent_id` of the rows of one kind that this import wrote; a chain of parents must have an end. */
export async function linkParents(children: readonly Child[], context: Linking): Promise<void> {
  const { db, dialect, references, problems } = context
  if (problems.total > 0) return
  const [first] = children
  if (first === undefined) return
  for (const part of chunks(children)) {
    await references.look(part.map(referenceTo))
    const rows: { id: number; parent_id: number | null }[] = []
    for (const { kind, id, parentKey } of part) {
      // Null where a slice does not hold it: whether it exists was checked with the other references.
      rows.push({ id, parent_id: await references.find(kind, parentKey) })
    }
    await dialect.updateAll(db, recordKinds[first.kind].table, rows)
  }
  await refuseForeignParents(children, context)
  await refuseCircles(children, context)
}

function referenceTo({ kind, parentKey }: Child): Reference {
  return { field: parentField, kind, key: parentKey, isRequired: false }
}

/** An item of an agenda cannot be part of an item of another meeting. */
async function refuseForeignParents(
  children: readonly Child[],
  { db, problems }: Linking,
): Promise<void> {
  if (children[0]?.kind !== 'agenda_item') return
  const written = new Map(children.map((child) => [child.id, child]))
  for (const ids of chunks([...written.keys()])) {
    const rows = await db
      .selectFrom('agenda_items as child')
      .innerJoin('agenda_items as parent', 'parent.id', 'child.parent_id')
      .innerJoin('meetings as other', 'other.id', 'parent.meeting_id')
      .select(['child.id', 'other.key'])
      .whereRef('parent.meeting_id', '!=', 'child.meeting_id')
      .where('child.id', 'in', ids)
      .execute()
    for (const { id, key } of rows) {
      const child = written.get(id)
      if (child === undefined) continue
      const reason = `its parent "${child.parentKey}" is an item of meeting "${key}": both must be of one meeting`
      problems.add({ ...child.referrer, reason })
    }
  }
}

/** A circle has no top: a walk upwards never ends. One problem for each circle. */
async function refuseCircles(children: readonly Child[], context: Linking): Promise<void> {
  const written = new Map(children.map((child) => [child.id, child]))
  const parents = await findAncestors(children, context)
  const ended = new Set<number>()
  for (const child of children) {
    const path: number[] = []
    let id: number | null = child.id
    while (id !== null && !ended.has(id)) {
      ended.add(id)
      path.push(id)
      id = parents.get(id) ?? null
    }
    // A walk that runs into an earlier one ends there; only one that meets itself is a circle.
    const circle = id !== null && path.includes(id) ? path.slice(path.indexOf(id)) : []
    const faulty = circle.flatMap((each) => written.get(each) ?? [])[0]
    if (faulty === undefined) continue
    const reason = `its parent "${faulty.parentKey}" stands, directly or not, below it: a chain of parents must have an end`
    context.problems.add({ ...faulty.referrer, reason })
  }
}

/** The parent of each child and of all above it, by row id; a statement for 200 rows of one level. */
async function findAncestors(
  children: readonly Child[],
  { db }: Linking,
): Promise<Map<number, number | null>> {
  const parents = new Map<number, number | null>()
  const [first] = children
  let level = new Set(children.map(({ id }) => id))
  while (first !== undefined && level.size > 0) {
    const above = new Set<number>()
    for (const ids of chunks(level)) {
      const rows = await db
        .selectFrom(recordKinds[first.kind].table)
        .select(['id', 'parent_id'])
        .where('id', 'in', ids)
        .execute()
      for (const { id, parent_id: parent } of rows) {
        parents.set(id, parent)
        if (parent !== null) above.add(parent)
      }
    }
    level = new Set([...above].filter((id) => !parents.has(id)))
  }
  return parents
}
