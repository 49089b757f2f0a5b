import { searchBounds } from './bounds.ts'
import { matchingOf, parseQuery } from './query.ts'
import type { MunicipalitiesQuery, SearchDatabase, SearchEngine } from './search-query.ts'

/** See `Searches`; one statement. */
export async function searchMunicipalities(
  db: SearchDatabase,
  engine: SearchEngine,
  { q, municipalityIds, client }: MunicipalitiesQuery,
): Promise<number[]> {
  const terms = parseQuery(q)
  if (terms.length === 0 || municipalityIds.length === 0) return []
  const documents = {
    ...{ matching: matchingOf(terms, 'all', new Map()), filter: [], days: undefined },
    ...{ isGrouped: false, limit: 1, offset: 0, bounds: searchBounds },
  }
  const queries = municipalityIds.map((municipalityId) => ({ municipalityId, ...documents }))
  const found = await engine.inQueue(client, () => engine.findsDocuments(db, queries))
  return municipalityIds.filter((_, at) => found[at])
}
