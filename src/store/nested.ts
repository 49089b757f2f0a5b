import {
  type AliasableExpression,
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  ReferenceNode,
  type SelectQueryNode,
} from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import { rowNamer } from './dialect/row-namer.ts'
import type { ReadDatabase } from './open.ts'

/** A query that selects rows. */
interface Selecting<Row> extends Expression<Row> {
  toOperationNode(): SelectQueryNode
}

/** Rows of other tables, in a column of the row that they belong to: one statement reads it with all that it has. */
interface Nested<Row> {
  /** The column. */
  in(db: ReadDatabase): AliasableExpression<string>
  /** What stands in the column. */
  rows(text: string): Row[]
}

/** `query` may name the columns of the row that what it selects belongs to; each of its own has a name unlike the others. */
export function nested<Row>(query: Selecting<Row>): Nested<Row> {
  const names = namesIn(query.toOperationNode())
  const named = rowNamer(names)
  return {
    in: (db) => dialectOf(db).asText(query, names),
    rows: (text) => (JSON.parse(text) as unknown[][]).map((row) => named(row) as Row),
  }
}

function namesIn({ selections = [] }: SelectQueryNode): string[] {
  const names = selections.map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name
    const column = ReferenceNode.is(selection) ? selection.column : selection
    if (ColumnNode.is(column)) return column.column.name
    throw new Error('what stands in a column must name each of its own')
  })
  // SQLite would give the first of two that are named alike twice.
  if (new Set(names).size < names.length) throw new Error(`${names} names a column twice`)
  return names
}
