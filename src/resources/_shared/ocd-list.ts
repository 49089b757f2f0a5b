import type { Ids } from '../../http/ordered-id-cache.ts'
import type { RouteDeps } from '../../http/resource-routes.ts'
import type { ReadDatabase } from '../../store/open.ts'
import {
  countListed,
  inOrder,
  isInState,
  type Listed,
  type ListName,
  listIds,
  type RecordState,
} from './queries.ts'

interface Page<R> {
  rows: R[]
  total: number
}

/**
 * One page of a list by its number, on one snapshot. Ids come from the cache of ordered ids, so that a late page costs
 * as much as the first; if they are not cached, rows are counted and skipped.
 */
export async function readOcdPage<R extends { id: number }>(
  municipality: RecordState,
  { store, orderedIds }: Pick<RouteDeps, 'store' | 'orderedIds'>,
  list: { name: ListName; read: (db: ReadDatabase, listed: Listed) => Promise<R[]> },
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<R>> {
  const all = await orderedIds.find({
    list: `${list.name} ${municipality.id}`,
    // A restored database can reach a version again, but not with the same time.
    version: `${municipality.dataVersion} ${municipality.updatedAt}`,
    read: (after, most) =>
      store.read(async (db) =>
        (await isInState(db, municipality))
          ? listIds(db, list.name, municipality.id, { after, limit: most })
          : undefined,
      ),
  })
  if (all !== undefined) {
    const page = await pageOf(all)
    if (page !== undefined) return page
  }
  return store.read(async (db) => {
    const listed = await listIds(db, list.name, municipality.id, { limit, offset })
    const ids = listed.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await list.read(db, { ids })
    return { rows: inOrder(rows, ids), total: await countListed(db, list.name, municipality.id) }
  })

  /** Undefined if an import was published after the ids were read. */
  async function pageOf(all: Ids): Promise<Page<R> | undefined> {
    const ids = Array.from(all.subarray(offset, offset + limit))
    const rows = ids.length === 0 ? [] : await list.read(store.db, { ids, state: municipality })
    return rows.length < ids.length ? undefined : { rows: inOrder(rows, ids), total: all.length }
  }
}
