import type { Kysely } from 'kysely'
import type { SqlDialect } from '../dialect/dialect.ts'
import { type SearchKind, searchKinds, type Tables } from '../tables.ts'
import { type SearchBounds, searchBounds } from './bounds.ts'
import { dateOf, dayOf, lastDay } from './days.ts'
import { type Match, mark } from './match.ts'
import { peopleNamed } from './people.ts'
import { type Matching, matchingOf, parseQuery, type SearchTerm } from './query.ts'
import { withSnippets } from './snippet.ts'
import { suggestionsFor } from './suggestions.ts'

export interface SearchQuery {
  municipalityId: number
  q: string
  /** Whether a document must have all words or any. */
  match: 'all' | 'any'
  kinds: readonly SearchKind[]
  /** First and last date, inclusive; a date excludes documents without one. */
  from?: string | undefined
  to?: string | undefined
  /** Slug of a body. */
  organization?: string | undefined
  /** Slug of a person. */
  person?: string | undefined
  limit: number
  offset: number
  /** Identifies the searching client, such as the id of its key, for fair queuing. */
  client?: string
  /** Default: `searchBounds`. */
  bounds?: SearchBounds
}

/** A document with the same title and matter as a result. */
interface GroupedRow {
  kind: SearchKind
  slug: string
  meeting_slug: string | null
  date: string | null
}

export interface SearchRow extends GroupedRow {
  title: string
  snippet: string
  /** Greater than 0; higher is better; comparable across kinds within one municipality. */
  score: number
  meeting_date: string | null
  matter_slug: string | null
  matter_title: string | null
  document_title: string | null
  others: readonly GroupedRow[]
}

export interface SearchResponse {
  rows: SearchRow[]
  /** Queries that find something, if this one does not. */
  suggestions: readonly string[]
}

/** What an engine needs to find documents. */
export interface DocumentQuery {
  municipalityId: number
  matching: Matching
  /** Marks that a document must have. */
  filter: readonly Match[]
  /** Days since 1800, inclusive. */
  days: { first: number; last: number } | undefined
  /** Whether documents with one title and matter are one result. */
  isGrouped: boolean
  limit: number
  offset: number
  bounds: SearchBounds
}

/** A row that an engine finds. */
export type FoundDocument = Omit<SearchRow, 'snippet' | 'others' | 'date'> & {
  body: string
  day: number
  /** JSON, as text or parsed. */
  others: unknown
}

type FoundOther = Omit<GroupedRow, 'date'> & { day: number }

export type SearchDatabase = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>

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

/** The marks of the filters; undefined if one names a record that does not exist. */
async function filterOf(db: SearchDatabase, query: SearchQuery): Promise<Match[] | undefined> {
  const filter: Match[] = []
  if (query.kinds.length < searchKinds.length)
    filter.push({ any: query.kinds.map((kind) => ({ term: mark.kind(kind) })) })
  for (const [table, slug, markOf] of [
    ['organizations', query.organization, mark.organization],
    ['people', query.person, mark.person],
  ] as const) {
    if (slug === undefined) continue
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('municipality_id', '=', query.municipalityId)
      .where('slug', '=', slug)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return undefined
    filter.push({ term: markOf(row.id) })
  }
  return filter
}

function daysOf({ from, to }: SearchQuery): DocumentQuery['days'] {
  if (from === undefined && to === undefined) return undefined
  return { first: dayOf(from ?? ''), last: to === undefined ? lastDay : dayOf(to) }
}
