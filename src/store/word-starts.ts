import { type Expression, type SqlBool, sql } from 'kysely'

const separators = ['-', '/', '(', '"', "'", '\n']

/** Whether a text has `part` as it is: `%` and `_` are not wildcards. */
export function contains(column: Expression<string>, part: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

/** Whether each word begins a word of a folded text. */
export function hasWords(
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
