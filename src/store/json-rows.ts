import type { AliasableExpression } from 'kysely'
import type { Subquery } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

export type JsonRows<Row> = string & { readonly rows?: Row }

/**
 * The rows of a subquery as one JSON column, so that one statement reads a record and its parts. Use `parseRows` on the
 * column: a driver that parses JSON itself would also parse titles such as `["draft"]`.
 */
export function jsonRows<Row>(
  db: Pick<ReadDatabase, 'getExecutor'>,
  subquery: Subquery<Row>,
): AliasableExpression<JsonRows<Row>> {
  return dialectOf(db).jsonRows(subquery) as AliasableExpression<JsonRows<Row>>
}

export function parseRows<Row>(text: JsonRows<Row>): Row[] {
  return JSON.parse(text) as Row[]
}
