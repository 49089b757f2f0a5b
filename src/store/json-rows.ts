import { type AliasableExpression, type Kysely, sql } from 'kysely'
import type { Subquery } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { Tables } from './tables.ts'

export type JsonRows<Row> = string & { readonly rows?: Row }

/**
 * The first `max` rows of a subquery as one JSON column, so that one statement reads a record and its parts. Use
 * `parseRows` on the column: a driver that parses JSON itself would also parse titles such as `["draft"]`.
 */
export function jsonRows<Row>(
  db: Pick<Kysely<Tables>, 'getExecutor'>,
  subquery: Subquery<Row>,
  max = Number.POSITIVE_INFINITY,
): AliasableExpression<JsonRows<Row>> {
  const rows = max === Number.POSITIVE_INFINITY ? subquery : subquery.limit(sql.lit(max))
  return dialectOf(db).jsonRows(rows) as AliasableExpression<JsonRows<Row>>
}

export function parseRows<Row>(text: JsonRows<Row>): Row[] {
  return JSON.parse(text) as Row[]
}
