import type {
  AliasableExpression,
  Expression,
  ExpressionWrapper,
  Kysely,
  SelectQueryNode,
  SqlBool,
} from 'kysely'
import type { SearchKind, Tables } from '../tables.ts'
import type { SearchBounds } from './search-bounds.ts'

/** One word or phrase of a search: its words stand side by side. All terms of a search must be found. */
export type SearchTerm = readonly string[]

export interface SearchQuery {
  municipalityId: number
  terms: readonly SearchTerm[]
  kinds: readonly SearchKind[]
  limit: number
  offset: number
  /** Who searches, for example the id of a key: searches of different clients take turns. */
  client?: string
  /** Those of `searchBounds`, if left out. */
  bounds?: SearchBounds
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

/** A text that is to be found: an entry of the search. */
export interface SearchEntry {
  id: number
  kind: SearchKind
  title: string
  body: string
}

/** A query that selects rows. */
export interface Subquery<Row> extends Expression<Row> {
  toOperationNode(): SelectQueryNode
}

/** What waits for each other to write: one change of the record at a time, one of accounts and keys at a time. */
export type WriteScope = 'record' | 'access'

/** A column of a table, its type in lower case. */
export interface TableColumn {
  table: string
  name: string
  type: string
}

/** What `arrayParam` makes. */
export type ArrayParam = string | readonly (string | number)[]

/** Every difference between database engines has a name here; nothing outside `store/` branches on the engine. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** `column` contains `part` literally: `%` and `_` are characters like any other. */
  contains(
    column: Expression<string>,
    part: string,
  ): ExpressionWrapper<Tables, keyof Tables, SqlBool>
  /** Values as a statement takes them all at once. */
  arrayParam(values: readonly (string | number)[]): ArrayParam
  /** `column` is in a list of any length: the statement is the same for all of them. */
  inArray(
    column: Expression<string> | Expression<number>,
    list: ArrayParam,
  ): ExpressionWrapper<Tables, keyof Tables, SqlBool>
  /** The text of a JSON array of the rows that a subquery selects, in their order. */
  jsonRows(subquery: Subquery<unknown>): AliasableExpression<string>
  /**
   * First in every transaction that writes: waits until no other one of its turn is open. Throws `StoreBusy` where that
   * takes too long.
   */
  acquireWriteLock(db: Kysely<Tables>, scope: WriteScope): Promise<void>
  /**
   * First in a transaction that reads: nobody writes to these tables until it ends, and it sees all that was written.
   * Throws `StoreBusy` where somebody is writing for too long.
   */
  lockTablesForRead(
    db: Pick<Kysely<Tables>, 'getExecutor'>,
    tables: readonly string[],
  ): Promise<void>
  /** The columns of all tables, those of accounts and keys too. */
  listColumns(db: Kysely<Tables>): Promise<TableColumn[]>
  /** The highest id that a table has ever given out, deleted rows and all; 0 where it has given out none. */
  lastIdOf(db: Pick<Kysely<Tables>, 'getExecutor'>, table: string): Promise<number>
  /** Lets a table go on after `id`. */
  setLastId(db: Kysely<Tables>, table: string, id: number): Promise<void>
  /** Creates the tables in which an import is staged; only this handle sees them, and no reader or writer waits for them. */
  createStaging(db: Kysely<Tables>): Promise<void>
  /** Once everything is staged. */
  indexStaging(db: Kysely<Tables>): Promise<void>
  dropStaging(db: Kysely<Tables>): Promise<void>
  /** Inserts rows that all have the columns of the first, the fastest way that the engine has. */
  insertAll(
    db: Kysely<Tables>,
    table: string,
    rows: readonly Record<string, unknown>[],
  ): Promise<void>
  /** Sets in each row that has the `id` of one of these the other columns of the first, in one statement. */
  updateAll(
    db: Kysely<Tables>,
    table: string,
    rows: readonly ({ id: number } & Record<string, unknown>)[],
  ): Promise<void>
  /** Tells the engine how much of what a table holds now, while an import goes on filling others. */
  analyze(db: Kysely<Tables>, table: keyof Tables): Promise<void>
  /** After an import: tells the engine how much of what there is now, and has it do what it put off. */
  afterBulkLoad(db: Kysely<Tables>): Promise<void>
  /** Makes the full-text index of a municipality; does nothing where it exists. */
  createSearchIndex(db: Kysely<Tables>, municipalityId: number): Promise<void>
  /** After the entries of the search are written, and the records that they are of. */
  addToSearchIndex(
    db: Kysely<Tables>,
    municipalityId: number,
    texts: readonly SearchEntry[],
  ): Promise<void>
  /** Before the entries of the search are deleted. */
  removeFromSearchIndex(
    db: Kysely<Tables>,
    municipalityId: number,
    texts: readonly Pick<SearchEntry, 'id'>[],
  ): Promise<void>
  /**
   * The newest matches, as many as the bounds say, the best first; then all others, the newest first. Ties too by what
   * is newer, so that pages neither repeat nor miss a text.
   */
  search(
    db: Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>,
    query: SearchQuery,
  ): Promise<SearchRow[]>
  /** Whether `error` came from the database rather than from our own code. */
  isQueryError(error: unknown): boolean
  /** Whether the database is busy, full or out of reach, so that the same can succeed later. */
  isUnavailable(error: unknown): boolean
}
