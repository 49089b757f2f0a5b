import {
  type AliasableExpression,
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
} from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import { rowNamer } from './dialect/row-namer.ts'
import type { ReadDatabase } from './open.ts'

// biome-ignore lint/suspicious/noExplicitAny: which tables it reads matters to nobody but itself
type Rows<Row> = SelectQueryBuilder<any, any, Row>

/** Rows of other tables, in a column of the row that they belong to: one statement reads it with all that it has. */
interface Nested<Args extends unknown[], Row> {
  /** The column. */
  in(db: ReadDatabase, ...args: Args): AliasableExpression<string>
  /** What stands in the column. */
  rows(text: string): Row[]
}

/** `select` may name the columns of the row that what it selects belongs to. It names its own the same in every case. */
export function nested<Args extends unknown[], Row>(
  select: (...args: Args) => Rows<Row>,
): Nested<Args, Row> {
  let named: (row: readonly unknown[]) => unknown
  return {
    in(db, ...args) {
      const rows = select(...args)
      const names = namesIn(rows.toOperationNode() as SelectQueryNode)
      named = rowNamer(names)
      return dialectOf(db).asText(rows, names)
    },
    // The statement has been made by then.
    rows: (text) => (JSON.parse(text) as unknown[][]).map((row) => named(row)) as Row[],
  }
}

function namesIn({ selections = [] }: SelectQueryNode): string[] {
  return selections.map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name
    const column = ReferenceNode.is(selection) ? selection.column : selection
    if (ColumnNode.is(column)) return column.column.name
    throw new Error('what stands in a column must name each of its own')
  })
}
