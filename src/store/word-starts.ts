import { type Expression, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from './dialect/dialect.ts'

const separators = ['-', '/', '(', '"', "'"]

/** Whether each word begins a word of a folded text. */
export function hasWords(
  { contains }: Pick<SqlDialect, 'contains'>,
  column: Expression<string>,
  words: readonly string[],
): Expression<SqlBool> {
  const spaced = separators.reduce(
    (text, separator) => sql<string>`replace(${text}, ${sql.lit(separator)}, ' ')`,
    sql<string>`' ' || ${column}`,
  )
  const all = words.map((word) => contains(spaced, ` ${word}`))
  return all.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(all, sql` and `)})`
}
