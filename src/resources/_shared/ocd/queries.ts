import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { type InMunicipality, inOrder, isUpdatedSince, type ReadByIds } from '../queries.ts'

const byName = { column: 'name_folded', direction: 'asc' } as const
const newestFirst = { column: 'date', direction: 'desc' } as const

// Ties are ordered by row id, in the same direction. Each order has a covering index.
const orders = {
  organizations: byName,
  people: byName,
  meetings: newestFirst,
  matters: { ...newestFirst, column: 'last_seen' },
  motions: newestFirst,
}

/** Lists that are paged by number. */
export type ListName = keyof typeof orders

/** One page of a list by its number. */
export interface PageRange {
  limit: number
  offset: number
  updatedSince: string | undefined
}

type Listed = InMunicipality & { updatedSince: string | undefined }

const listIds = cachedQuery(
  (
    db,
    { municipalityId, updatedSince, limit, offset }: Listed & { limit: number; offset: number },
    { list }: { list: ListName },
  ) => {
    // The types of one table stand for all, which differ only in names.
    const { column, direction } = orders[list] as typeof newestFirst
    return db
      .selectFrom(list as 'meetings')
      .select('id')
      .where('municipality_id', '=', municipalityId)
      .$if(updatedSince !== undefined, (query) =>
        query.where(isUpdatedSince(list, updatedSince ?? '')),
      )
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
  },
)

/** What the import has counted of each list. */
const totals = {
  people: 'person_count',
  meetings: 'meeting_count',
  matters: 'matter_count',
  motions: 'motion_count',
} as const

const countListed = cachedQuery(
  (db, { municipalityId, updatedSince }: Listed, { list }: { list: ListName }) =>
    list === 'organizations' || updatedSince !== undefined
      ? db
          .selectFrom(list as 'organizations')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('municipality_id', '=', municipalityId)
          .$if(updatedSince !== undefined, (query) =>
            query.where(isUpdatedSince(list, updatedSince ?? '')),
          )
      : db
          .selectFrom('municipalities')
          .select(`${totals[list as keyof typeof totals]} as count`)
          .where('id', '=', municipalityId),
)

/**
 * Rows of a page and the total, from one snapshot. Rows of earlier pages are skipped in the index: 0.4 ms of CPU for
 * 7,000.
 */
export async function readPage<Row extends { id: number }>(
  db: ReadDatabase,
  municipalityId: number,
  { list, read }: { list: ListName; read: ReadByIds<Row> },
  range: PageRange,
): Promise<{ rows: Row[]; total: number }> {
  const listed = await listIds(db, { municipalityId, ...range }, { list })
  const ids = listed.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await read(db, ids)
  const { updatedSince } = range
  const [counted] = await countListed(db, { municipalityId, updatedSince }, { list })
  return { rows: inOrder(rows, ids), total: Number(counted?.count ?? 0) }
}
