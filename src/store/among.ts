import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { ArrayParam } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

/** What a column is compared with: a value, or a list; neither without values. */
export interface Among {
  one: string | undefined
  many: ArrayParam | undefined
}

/** One value is compared as itself, because SQLite reads a list of one in twice the time. */
export function among(db: Pick<ReadDatabase, 'getExecutor'>, values: readonly string[]): Among {
  const [one] = values
  if (values.length === 1) return { one, many: undefined }
  return { one: undefined, many: one === undefined ? undefined : dialectOf(db).arrayParam(values) }
}

/** Undefined without values. */
export function isOneOf(
  db: Pick<ReadDatabase, 'getExecutor'>,
  column: Expression<string>,
  { one, many }: Among,
): Expression<SqlBool> | undefined {
  if (one !== undefined) return expressionBuilder()(column, '=', one)
  return many === undefined ? undefined : dialectOf(db).inArray(column, many)
}
