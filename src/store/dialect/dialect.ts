import type { Expression, ExpressionWrapper, Kysely, SqlBool } from 'kysely'
import type { SearchKind, Tables } from '../tables.ts'

/** One word or phrase of a search: its words stand side by side. All terms of a search must be found. */
export type SearchTerm = readonly string[]

interface SearchQuery {
  municipalityId: number
  terms: readonly SearchTerm[]
  kinds: readonly SearchKind[]
  limit: number
  offset: number
}

export interface SearchRow {
  kind: SearchKind
  slug: string
  title: string
  snippet: string
  /** Above 0; higher is better; one scale for all kinds of one municipality. */
  score: number
  meeting_slug: string | null
  meeting_date: string | null
}

export interface IndexedText {
  id: number
  title: string
  body: string
}

/** Every difference between database engines has a name here; nothing outside `store/` branches on the engine. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** `column` contains `part` literally: `%` and `_` are characters like any other. */
  contains(
    column: Expression<string>,
    part: string,
  ): ExpressionWrapper<Tables, keyof Tables, SqlBool>
  /** Makes the table in which an import is staged; only this handle sees it, and no reader or writer waits for it. */
  createStaging(db: Kysely<Tables>): Promise<void>
  dropStaging(db: Kysely<Tables>): Promise<void>
  /** Makes the full-text index of a municipality; does nothing where it exists. */
  createSearchIndex(db: Kysely<Tables>, municipalityId: number): Promise<void>
  addToSearchIndex(
    db: Kysely<Tables>,
    municipalityId: number,
    texts: readonly IndexedText[],
  ): Promise<void>
  removeFromSearchIndex(
    db: Kysely<Tables>,
    municipalityId: number,
    texts: readonly IndexedText[],
  ): Promise<void>
  /** Best match first; ties by row id, so that pages neither repeat nor miss a row. */
  search(
    db: Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>,
    query: SearchQuery,
  ): Promise<SearchRow[]>
  /** Whether `error` came from the database rather than from our own code. */
  isQueryError(error: unknown): boolean
}
