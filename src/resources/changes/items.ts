import type { ServedKind } from '../../record/served-kinds.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { readDetails } from '../_shared/details.ts'
import type { ServedResource, ServedScope } from '../_shared/served.ts'
import type { ChangeRow } from './queries.ts'

export type Resources = Readonly<Record<ServedKind, ServedResource>>

/** The changes with their records as they are now; undefined if the client has left. */
export async function readItems(
  rows: readonly ChangeRow[],
  resources: Resources,
  { db, scope, hasLeft }: { db: ReadDatabase; scope: ServedScope; hasLeft: () => boolean },
) {
  const details = new Map<string, string>()
  const kept = rows.filter(({ removed }) => removed === 0)
  for (const [kind, some] of Map.groupBy(kept, (row) => row.kind)) {
    const ids = some.map(({ id }) => id)
    const read = (few: readonly number[]) => resources[kind].read(db, scope, few)
    const byId = await readDetails(ids, read, hasLeft)
    if (byId === undefined) return undefined
    for (const [id, detail] of byId) details.set(`${kind} ${id}`, resources[kind].serialize(detail))
  }
  return rows.map(({ kind, id, slug, ocd_id, changed_at, removed }) => ({
    ...{ kind, op: removed === 1 ? ('remove' as const) : ('upsert' as const) },
    ...{ id, slug, ocd_id, changed_at },
    record: details.get(`${kind} ${id}`) ?? 'null',
  }))
}

/** A change whose record is JSON already: one of several schemas, which a serializer would try one after another. */
export function toJson({ record, ...change }: { record: string }): string {
  return `${JSON.stringify(change).slice(0, -1)},"record":${record}}`
}
