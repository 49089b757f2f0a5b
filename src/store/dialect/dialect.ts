import type {
  AliasableExpression,
  Expression,
  ExpressionWrapper,
  Kysely,
  SelectQueryNode,
  SqlBool,
} from 'kysely'
import type { Tables } from '../tables.ts'

export interface Subquery<Row> extends Expression<Row> {
  toOperationNode(): SelectQueryNode
  limit(rows: Expression<number>): Subquery<Row>
}

/** Writers in one scope wait for each other: `record` is the imported record, `access` is accounts and keys. */
export type WriteScope = 'record' | 'access'

/** `type` is in lower case. */
export interface TableColumn {
  table: string
  name: string
  type: string
}

export type ArrayParam = string | readonly (string | number)[]

/** Conditions and parameters that engines write differently. */
export interface Expressions {
  /** A list of values as a single parameter. */
  arrayParam(values: readonly (string | number)[]): ArrayParam
  /** The SQL text is the same for a list of any length. */
  inArray(
    column: Expression<string> | Expression<number>,
    list: ArrayParam,
  ): ExpressionWrapper<Tables, keyof Tables, SqlBool>
  /** Rows of a table as a single parameter, to select from. Every row must have the columns of the first. */
  rowsParam<T extends keyof Tables>(
    table: T,
    rows: readonly Partial<Tables[T]>[],
  ): AliasableExpression<Tables[T]>
  /** The number of values of a JSON array, stored as text. */
  jsonLength(column: Expression<string>): Expression<number>
  /** The rows of a subquery as the text of a JSON array, in order. */
  jsonRows(subquery: Subquery<unknown>): AliasableExpression<string>
}

/** Writes of many rows. Every row must have the columns of the first. */
export interface RowWrites {
  insertAll(
    db: Kysely<Tables>,
    table: string,
    rows: readonly Record<string, unknown>[],
  ): Promise<void>
  /** Updates the rows with these ids in one statement. */
  updateAll(
    db: Kysely<Tables>,
    table: string,
    rows: readonly ({ id: number } & Record<string, unknown>)[],
  ): Promise<void>
  /** Creates temporary tables for staging an import; only this handle sees them, and they block no other session. */
  createStaging(db: Kysely<Tables>): Promise<void>
  /** Call after all rows are staged. */
  indexStaging(db: Kysely<Tables>): Promise<void>
  dropStaging(db: Kysely<Tables>): Promise<void>
}

/** What an engine knows of its tables. */
export interface TableUpkeep {
  /** The columns of all tables, including accounts and keys. */
  listColumns(db: Kysely<Tables>): Promise<TableColumn[]>
  /** The highest id ever assigned in a table, even if its row was deleted; 0 if none. */
  lastIdOf(db: Pick<Kysely<Tables>, 'getExecutor'>, table: string): Promise<number>
  /** The next id assigned in the table will be greater than `id`. */
  setLastId(db: Kysely<Tables>, table: string, id: number): Promise<void>
  /** Updates the planner statistics of one table during an import. */
  analyze(db: Kysely<Tables>, table: keyof Tables): Promise<void>
  /** Updates the planner statistics and runs deferred index maintenance. */
  afterBulkLoad(db: Kysely<Tables>): Promise<void>
  /** Call after a large transaction, also a failed one: frees the disk space of its log, unless readers need it. */
  truncateLog(db: Pick<Kysely<Tables>, 'getExecutor'>): Promise<void>
  /** Rewrites the tables of the record, so that nothing of deleted rows is left in their files. */
  eraseDeleted(db: Kysely<Tables>): Promise<void>
}

/** Locks, and what a statement that failed says of the database. */
interface Transactions {
  /** Call first in every writing transaction. Throws `StoreBusy` on timeout. */
  acquireWriteLock(db: Kysely<Tables>, scope: WriteScope): Promise<void>
  /**
   * Call first in a reading transaction: blocks writes to these tables until it ends. Throws `StoreBusy` on timeout.
   */
  lockTablesForRead(
    db: Pick<Kysely<Tables>, 'getExecutor'>,
    tables: readonly string[],
  ): Promise<void>
  /** Whether `error` comes from the database rather than from our own code. */
  isQueryError(error: unknown): boolean
  /** Whether the database is busy, full or unreachable, so that a retry can succeed. */
  isUnavailable(error: unknown): boolean
}

/** What differs between database engines, but for searches. No code outside `store/` branches on the engine. */
export interface SqlDialect extends Expressions, RowWrites, TableUpkeep, Transactions {
  readonly name: 'sqlite' | 'postgres'
}
