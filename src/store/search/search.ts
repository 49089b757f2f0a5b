import type { SqlDialect } from '../dialect/dialect.ts'
import { searchKinds } from '../tables.ts'
import { searchBounds } from './bounds.ts'
import { dateOf, dayOf, lastDay } from './days.ts'
import { type Match, mark } from './match.ts'
import { peopleNamed } from './people.ts'
import { matchingOf, parseQuery, type SearchTerm } from './query.ts'
import type {
  DocumentQuery,
  GroupedRow,
  SearchDatabase,
  SearchQuery,
  SearchResponse,
} from './search-query.ts'
import { withSnippets } from './snippet.ts'
import { suggestionsFor } from './suggestions.ts'

type FoundOther = Omit<GroupedRow, 'date'> & { day: number }

/** The newest matches, best first; then all others, newest first. A query without a word finds nothing. */
export async function search(
  db: SearchDatabase,
  dialect: SqlDialect,
  query: SearchQuery,
): Promise<SearchResponse> {
  const terms = parseQuery(query.q)
  if (terms.length === 0 || query.kinds.length === 0) return { rows: [], suggestions: [] }
  return dialect.inSearchQueue(query.client ?? '', () => searchFor(terms, query, db, dialect))
}

async function searchFor(
  terms: readonly SearchTerm[],
  query: SearchQuery,
  db: SearchDatabase,
  dialect: SqlDialect,
): Promise<SearchResponse> {
  const filter = await filterOf(db, query)
  if (filter === undefined) return { rows: [], suggestions: [] }
  const people = await peopleNamed(db, dialect, query.municipalityId, terms)
  const documents: Omit<DocumentQuery, 'matching'> = {
    ...{ municipalityId: query.municipalityId, filter, days: daysOf(query) },
    ...{ isGrouped: query.kinds.length > 1, limit: query.limit, offset: query.offset },
    bounds: query.bounds ?? searchBounds,
  }
  const matching = matchingOf(terms, query.match, people)
  const rows = await dialect.findDocuments(db, { ...documents, matching })
  const isEmpty = rows.length === 0 && query.offset === 0
  return {
    rows: withSnippets(rows, terms).map(({ day, others, ...row }) => ({
      ...row,
      date: dateOf(day),
      others: othersOf(others).map(({ day: own, ...other }) => ({ ...other, date: dateOf(own) })),
    })),
    suggestions: isEmpty ? await suggestionsFor(db, dialect, terms, documents) : [],
  }
}

const othersOf = (others: unknown): FoundOther[] =>
  typeof others === 'string' ? JSON.parse(others) : (others as FoundOther[])

/** The marks of the filters; undefined if one names a record that does not exist. At most one statement. */
async function filterOf(db: SearchDatabase, query: SearchQuery): Promise<Match[] | undefined> {
  const filter: Match[] = []
  if (query.kinds.length < searchKinds.length)
    filter.push({ any: query.kinds.map((kind) => ({ term: mark.kind(kind) })) })
  const { organization, person } = query
  if (organization === undefined && person === undefined) return filter
  const named = await idsOfSlugs(db, query)
  if (organization !== undefined) {
    if (named.organization === null) return undefined
    filter.push({ term: mark.organization(named.organization) })
  }
  if (person !== undefined) {
    if (named.person === null) return undefined
    filter.push({ term: mark.person(named.person) })
  }
  return filter
}

/** The ids of the organization and the person of a query; null without one that exists. */
function idsOfSlugs(db: SearchDatabase, { municipalityId, organization, person }: SearchQuery) {
  const idOf = (table: 'organizations' | 'people', slug: string | undefined) =>
    db
      .selectFrom(table)
      .select('id')
      .where('municipality_id', '=', municipalityId)
      .where('slug', '=', slug ?? '')
      .where('removed_at', 'is', null)
  return db
    .selectNoFrom([
      idOf('organizations', organization).as('organization'),
      idOf('people', person).as('person'),
    ])
    .executeTakeFirstOrThrow()
}

function daysOf({ from, to }: SearchQuery): DocumentQuery['days'] {
  if (from === undefined && to === undefined) return undefined
  return { first: dayOf(from ?? ''), last: to === undefined ? lastDay : dayOf(to) }
}
