import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'

export type FacetRow = Awaited<ReturnType<typeof listFacets>>[number]

/** Most frequent values first; one statement. */
export async function listFacets(db: ReadDatabase, municipalityId: number) {
  return facetsOf(db, { municipalityId })
}

const facetsOf = cachedQuery((db, { municipalityId }: { municipalityId: number }) =>
  db
    .selectFrom('facets')
    .select(['list', 'name', 'value', 'title', 'count'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('count', 'desc')
    .orderBy('value'),
)
