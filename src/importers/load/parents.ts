import { chunks } from '../../core/chunks.ts'
import type { LoadContext } from './context.ts'
import { tableOf } from './kind-tables.ts'
import type { Staged } from './upsert.ts'

/** A row whose parent is of its own kind, to be linked once every row of the kind is there. */
export interface Child {
  kind: 'organization' | 'agenda_item'
  id: number
  parentKey: string
  referrer: Staged<'agenda_item'>['referrer']
}

/** Sets `parent_id` of the rows of one kind that this import wrote; a chain of parents must have an end. */
export async function linkParents(children: readonly Child[], context: LoadContext): Promise<void> {
  const { db, dialect, references, problems } = context
  if (problems.total > 0) return
  const [first] = children
  if (first === undefined) return
  const rows: { id: number; parent_id: number | null }[] = []
  for (const { kind, id, parentKey } of children) {
    // Null where a slice does not hold it: whether it is there was checked with the other references.
    rows.push({ id, parent_id: await references.find(kind, parentKey) })
  }
  for (const part of chunks(rows)) await dialect.updateAll(db, tableOf[first.kind], part)
  await refuseCircles(children, context)
}

/** A circle has no top: whoever walks it upwards never ends. One problem for each circle. */
async function refuseCircles(children: readonly Child[], context: LoadContext): Promise<void> {
  const written = new Map(children.map((child) => [child.id, child]))
  const ended = new Set<number>()
  for (const child of children) {
    const path: number[] = []
    let id: number | null = child.id
    while (id !== null && !ended.has(id)) {
      ended.add(id)
      path.push(id)
      id = await findParent(child.kind, id, context)
    }
    // A walk that runs into an earlier one ends there; only one that meets itself is a circle.
    const circle = id !== null && path.includes(id) ? path.slice(path.indexOf(id)) : []
    const faulty = circle.flatMap((each) => written.get(each) ?? [])[0]
    if (faulty === undefined) continue
    const reason = `its parent "${faulty.parentKey}" stands, directly or not, below it: a chain of parents must have an end`
    context.problems.add({ ...faulty.referrer, reason })
  }
}

async function findParent(
  kind: Child['kind'],
  id: number,
  { db }: LoadContext,
): Promise<number | null> {
  const row = await db
    .selectFrom(tableOf[kind] as 'agenda_items')
    .select('parent_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.parent_id ?? null
}
