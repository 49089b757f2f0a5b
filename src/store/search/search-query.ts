import type { Kysely } from 'kysely'
import type { IndexCheck } from '../dialect/engine.ts'
import type { SearchDocumentRow, SearchKind, Tables } from '../tables.ts'
import type { SearchBounds } from './bounds.ts'
import type { Match } from './match.ts'
import type { Matching } from './query.ts'
import type { SearchClient } from './queue.ts'
import type { AnalysedDocument } from './terms.ts'

export interface SearchQuery {
  municipalityId: number
  q: string
  /** Whether a document must have all words or any. */
  match: 'all' | 'any'
  /** Whether to find documents with any of up to eight words if none has all and no word seems misspelled. */
  orAny?: boolean
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

/** A document with the same title and matter as a result. */
export interface GroupedRow {
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
  /** Whether the rows have only some of the words, because no document has all; see `SearchQuery.orAny`. */
  isOfAny?: boolean
  /** Whether documents with any of the words were not sought, and may exist. */
  canFindAny?: boolean
  /** Queries that find something, if there are no rows and documents with any of the words were not sought. */
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

/** The full-text index of a database engine. */
export interface SearchEngine {
  readonly checks: readonly IndexCheck[]
  /** Creates the index, or empties it. */
  reset(db: Kysely<Tables>): Promise<void>
  add(db: Kysely<Tables>, documents: readonly AnalysedDocument[]): Promise<void>
  remove(db: Kysely<Tables>, documents: readonly IndexedDocument[]): Promise<void>
  /** Runs the statements of one search. Throws `TooManySearches`. */
  inQueue<T>(client: SearchClient, work: () => Promise<T>): Promise<T>
  /**
   * The newest matches, up to `bounds.rankedMax`, best first; then all others, newest first. Ties are ordered by recency,
   * so that pages neither repeat nor skip a match. One statement.
   */
  findDocuments(db: SearchDatabase, query: DocumentQuery): Promise<FoundDocument[]>
  /** Whether each query finds a document; one statement. */
  findsDocuments(db: SearchDatabase, queries: readonly DocumentQuery[]): Promise<boolean[]>
}

export type IndexedDocument = Pick<SearchDocumentRow, 'id' | 'municipality_id' | 'day'>

export type SearchDatabase = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>
