import type { Expressions } from '../dialect/dialect.ts'
import { searchKinds } from '../tables.ts'
import { searchBounds } from './bounds.ts'
import { dayOf, lastDay } from './days.ts'
import { readRows } from './found-rows.ts'
import { type Match, mark } from './match.ts'
import { findNamed } from './named.ts'
import { withoutFunctionWords } from './optional-words.ts'
import { parseQuery, planOf } from './query.ts'
import { rankRecords } from './rank.ts'
import type {
  MunicipalitiesQuery,
  SearchDatabase,
  SearchEngine,
  Searches,
  SearchQuery,
  SearchResponse,
  SearchScope,
} from './search-query.ts'
import type { SearchTerm } from './search-term.ts'
import { suggestionsFor } from './suggestions.ts'

interface Searching {
  db: SearchDatabase
  dialect: Expressions
  engine: SearchEngine
}

export const searchesOn = (searching: Searching): Searches => ({
  search: (query) => search(searching, query),
  searchMunicipalities: (query) => searchMunicipalities(searching, query),
})

export const noResults: SearchResponse = {
  ...{ rows: [], matched: 'none', suggestions: [] },
  counts: { all: 0, some: 0, isMore: false },
}

/** The newest matches, best first; then all others, newest first. A query without a word finds nothing. */
async function search(searching: Searching, query: SearchQuery): Promise<SearchResponse> {
  const terms = parseQuery(query.q)
  if (terms.length === 0 || query.kinds.length === 0) return noResults
  return searching.engine.inQueue(query.client ?? { group: '' }, () =>
    searchFor(terms, query, searching),
  )
}

async function searchFor(
  terms: readonly SearchTerm[],
  query: SearchQuery,
  { db, dialect, engine }: Searching,
): Promise<SearchResponse> {
  const searched = withoutFunctionWords(terms)
  const { people, vocabulary, ...ids } = await findNamed(db, dialect, query, searched)
  const filter = filterOf(query, ids)
  if (filter === undefined) return noResults
  const { limit, offset, bounds = searchBounds } = query
  const scope: SearchScope = {
    ...{ municipalityId: query.municipalityId, filter, days: daysOf(query) },
    compared: bounds.compared,
  }
  const plan = planOf(terms, query.match, people)
  const { records, isCut } = await rankRecords(plan, {
    ...{ db, engine, scope, rankedMax: bounds.rankedMax, sort: query.sort },
    isGrouped: query.kinds.length > 1,
  })
  const shown = records.slice(offset, offset + limit)
  const left = limit - shown.length
  // Pages after the ranked records.
  const beyond = bounds.rankedMax + Math.max(0, offset - records.length)
  const [older = []] =
    isCut && left > 0
      ? await engine.newest(db, scope, [{ ...plan.found, limit: left, offset: beyond }])
      : []
  const rows = await readRows(db, { shown, older, terms: searched })
  const all = records.filter(({ missing }) => missing.length === 0).length
  const counts = { all, some: records.length - all, isMore: isCut }
  const matched = matchedBy(counts)
  if (matched === 'all' || offset > 0) return { rows, matched, counts, suggestions: [] }
  const suggestions = await suggestionsFor(searched, { db, engine, scope, people, vocabulary })
  return { rows, matched, counts, suggestions }
}

function matchedBy({ all, some }: SearchResponse['counts']): SearchResponse['matched'] {
  if (all > 0) return 'all'
  return some > 0 ? 'some' : 'none'
}

/** The marks of the filters; undefined if one names a record that does not exist. */
function filterOf(
  { kinds, organization, person }: SearchQuery,
  ids: { organization: number | null; person: number | null },
): Match[] | undefined {
  const filter: Match[] = []
  if (kinds.length < searchKinds.length)
    filter.push({ any: kinds.map((kind) => ({ term: mark.kind(kind) })) })
  if (organization !== undefined) {
    if (ids.organization === null) return undefined
    filter.push({ term: mark.organization(ids.organization) })
  }
  if (person !== undefined) {
    if (ids.person === null) return undefined
    filter.push({ term: mark.person(ids.person) })
  }
  return filter
}

function daysOf({ from, to }: SearchQuery): SearchScope['days'] {
  if (from === undefined && to === undefined) return undefined
  return { first: dayOf(from ?? ''), last: to === undefined ? lastDay : dayOf(to) }
}

/** See `Searches`; a statement for each municipality. */
async function searchMunicipalities(
  { db, engine }: Searching,
  { q, municipalityIds, client }: MunicipalitiesQuery,
): Promise<number[]> {
  const terms = parseQuery(q)
  if (terms.length === 0 || municipalityIds.length === 0) return []
  const { found } = planOf(terms, 'all', new Map())
  return engine.inQueue(client, async () => {
    const matching: number[] = []
    for (const municipalityId of municipalityIds) {
      const scope = { municipalityId, filter: [], days: undefined, compared: searchBounds.compared }
      const [list = []] = await engine.newest(db, scope, [{ ...found, limit: 1 }])
      if (list.length > 0) matching.push(municipalityId)
    }
    return matching
  })
}
