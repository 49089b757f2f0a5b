import type { Kysely } from 'kysely'
import type { IndexCheck } from '../dialect/engine.ts'
import type { SearchDocumentRow, SearchKind, Tables } from '../tables.ts'
import type { SearchBounds } from './bounds.ts'
import type { Match, MatchMode, SearchSort } from './match.ts'
import type { Matching } from './query.ts'
import type { SearchClient } from './queue.ts'
import type { AnalysedDocument } from './terms.ts'

export interface SearchQuery {
  municipalityId: number
  q: string
  match: MatchMode
  /** Default: `relevance`. */
  sort?: SearchSort | undefined
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
  client?: SearchClient
  /** Default: `searchBounds`. */
  bounds?: SearchBounds
}

/** A document of the same record as a result. */
export interface GroupedRow {
  kind: SearchKind
  slug: string
  meeting_slug: string | null
  date: string | null
}

export interface SearchRow extends GroupedRow {
  title: string
  snippet: string
  /** The start and the end of each word of the query in the snippet. */
  highlights: readonly [start: number, end: number][]
  /** Greater than 0; higher is better; comparable across kinds within one municipality. */
  score: number
  meeting_date: string | null
  matter_slug: string | null
  matter_title: string | null
  document_title: string | null
  /** Words of the query that the record lacks. */
  missing_words: readonly string[]
  /** When the motion, or else the meeting or the matter, last changed; null for a text of a by-law. */
  updated_at: string | null
  others: readonly GroupedRow[]
}

export interface SearchResponse {
  rows: SearchRow[]
  /** Whether a record has all words, some, or none is found. */
  matched: 'all' | 'some' | 'none'
  /** How many results have all words, and how many some; `isMore` if older ones are not counted. */
  counts: { all: number; some: number; isMore: boolean }
  /** Queries that find something, if no record has all words. */
  suggestions: readonly string[]
}

export interface MunicipalitiesQuery {
  q: string
  municipalityIds: readonly number[]
  client: SearchClient
}

/** The searches of a handle. */
export interface Searches {
  search(query: SearchQuery): Promise<SearchResponse>
  /** The municipalities that have a text with all words; unlike `search`, no names of people who voted are looked up. */
  searchMunicipalities(query: MunicipalitiesQuery): Promise<number[]>
}

/** Where a search looks. */
export interface SearchScope {
  municipalityId: number
  /** Marks that a document must have. */
  filter: readonly Match[]
  /** Days since 1800, inclusive. */
  days: { first: number; last: number } | undefined
  /** How many of the newest documents with the words of phrases are checked for their order. */
  compared: number
}

export interface NewestQuery extends Matching {
  limit: number
  offset?: number
  /** The recency of the oldest document to look at. */
  oldest?: number | undefined
}

/** What ranks a document, and the record that it is part of. */
export type Standing = Pick<SearchDocumentRow, 'id' | 'group_key' | 'rank'>

/** The full-text index of a database engine. */
export interface SearchEngine {
  readonly checks: readonly IndexCheck[]
  /** Creates the index, or empties it. */
  reset(db: Kysely<Tables>): Promise<void>
  add(db: Kysely<Tables>, documents: readonly AnalysedDocument[]): Promise<void>
  remove(db: Kysely<Tables>, documents: readonly IndexedDocument[]): Promise<void>
  /** Runs the statements of one search. Throws `TooManySearches`. */
  inQueue<T>(client: SearchClient, work: () => Promise<T>): Promise<T>
  /** The newest documents of each query by recency, newest first; one statement. */
  newest(
    db: SearchDatabase,
    scope: SearchScope,
    queries: readonly NewestQuery[],
  ): Promise<number[][]>
  standingsOf(db: SearchDatabase, ids: readonly number[]): Promise<Standing[]>
}

export type IndexedDocument = Pick<SearchDocumentRow, 'id' | 'municipality_id' | 'day'>

export type SearchDatabase = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>
