import type { AliasableExpression } from 'kysely'
import type { Subquery } from './dialect/dialect.ts'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

/** The text of a JSON array of rows. */
export type JsonRows<Row> = string & { readonly rows?: Row }

/**
 * The rows of a subquery as one column, so that one statement reads a row with all that belongs to it. `parseRows` reads
 * the column: a driver that parsed JSON by itself would parse titles such as `["draft"]` too.
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
