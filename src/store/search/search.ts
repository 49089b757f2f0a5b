import type { Expressions } from '../dialect/dialect.ts'
import { searchKinds } from '../tables.ts'
import { searchBounds } from './bounds.ts'
import { dateOf, dayOf, lastDay } from './days.ts'
import { type Match, mark } from './match.ts'
import { findNamed } from './named.ts'
import { withoutFunctionWords, withoutTitles } from './optional-words.ts'
import { matchingOf, parseQuery, shortQueryMax } from './query.ts'
import type {
  DocumentQuery,
  FoundDocument,
  GroupedRow,
  MunicipalitiesQuery,
  SearchDatabase,
  SearchEngine,
  Searches,
  SearchQuery,
  SearchResponse,
} from './search-query.ts'
import { hasLetters, nameOf, type SearchTerm } from './search-term.ts'
import { withSnippets } from './snippet.ts'
import { isMisspelled, suggestionsFor } from './suggestions.ts'

type FoundOther = Omit<GroupedRow, 'date'> & { day: number }

interface Searching {
  db: SearchDatabase
  dialect: Expressions
  engine: SearchEngine
}

export const searchesOn = (searching: Searching): Searches => ({
  search: (query) => search(searching, query),
  searchMunicipalities: (query) => searchMunicipalities(searching, query),
})

/** The newest matches, best first; then all others, newest first. A query without a word finds nothing. */
async function search(searching: Searching, query: SearchQuery): Promise<SearchResponse> {
  const terms = parseQuery(query.q)
  if (terms.length === 0 || query.kinds.length === 0) return { rows: [], suggestions: [] }
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
  if (filter === undefined) return { rows: [], suggestions: [] }
  const documents: Omit<DocumentQuery, 'matching'> = {
    ...{ municipalityId: query.municipalityId, filter, days: daysOf(query) },
    ...{ isGrouped: query.kinds.length > 1, limit: query.limit, offset: query.offset },
    bounds: query.bounds ?? searchBounds,
  }
  const find = (match: SearchQuery['match']) =>
    engine.findDocuments(db, { ...documents, matching: matchingOf(terms, match, people) })
  const found = await find(query.match)
  if (found.length > 0 || query.offset > 0) return { rows: rowsOf(found, terms), suggestions: [] }
  const words = withoutTitles(searched, people).map(nameOf).filter(hasLetters)
  const canFindAny = query.match === 'all' && words.length > 1
  // A misspelled word is to be corrected, not omitted.
  const isRelaxed = searched.length <= shortQueryMax && !isMisspelled(vocabulary)
  if (query.orAny === true && canFindAny && isRelaxed) {
    const rows = rowsOf(await find('any'), terms)
    return { rows, isOfAny: rows.length > 0, suggestions: [] }
  }
  const suggested = { ...documents, people, vocabulary }
  const suggestions = await suggestionsFor(db, engine, searched, suggested)
  return { rows: [], canFindAny, suggestions }
}

const rowsOf = (documents: readonly FoundDocument[], terms: readonly SearchTerm[]) =>
  withSnippets(documents, terms).map(({ day, others, ...row }) => ({
    ...row,
    date: dateOf(day),
    others: othersOf(others).map(({ day: own, ...other }) => ({ ...other, date: dateOf(own) })),
  }))

const othersOf = (others: unknown): FoundOther[] =>
  typeof others === 'string' ? JSON.parse(others) : (others as FoundOther[])

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

function daysOf({ from, to }: SearchQuery): DocumentQuery['days'] {
  if (from === undefined && to === undefined) return undefined
  return { first: dayOf(from ?? ''), last: to === undefined ? lastDay : dayOf(to) }
}

/** See `Searches`; one statement. */
async function searchMunicipalities(
  { db, engine }: Searching,
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
