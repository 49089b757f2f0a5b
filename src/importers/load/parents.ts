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

/** Sets `parent_id` of the rows that this import wrote. */
export async function linkParents(
  children: readonly Child[],
  { db, references }: LoadContext,
): Promise<void> {
  for (const { kind, id, parentKey, referrer } of children) {
    await db
      .updateTable(tableOf[kind] as 'agenda_items')
      .set({ parent_id: await references.find(kind, parentKey, referrer) })
      .where('id', '=', id)
      .execute()
  }
}
