import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Table = 'motions' | 'listed'

const countsOf = (table: Table) => [
  sql.ref<number>(`${table}.tally_for`),
  sql.ref<number>(`${table}.tally_against`),
]

/** Whether each side had at least a third of the counted votes: neither had more than twice those of the other. */
export function isClose(table: Table): RawBuilder<SqlBool> {
  const [inFavour, against] = countsOf(table)
  return sql`(${inFavour} > 0 and ${inFavour} <= 2 * ${against} and ${against} <= 2 * ${inFavour})`
}

/** Whether all counted votes were on one side. */
export function isUnanimous(table: Table): RawBuilder<SqlBool> {
  const [inFavour, against] = countsOf(table)
  return sql`(${inFavour} <> ${against} and (${inFavour} = 0 or ${against} = 0))`
}

/** Whether the counts have votes. */
export function isCounted(table: Table): RawBuilder<SqlBool> {
  const [inFavour, against] = countsOf(table)
  return sql`(${inFavour} + ${against} > 0)`
}

/** The smallest margin first, in thousandths of the counted votes; of equal ones the votes of the most members, then the newest. */
export function closestFirst(table: Table): RawBuilder<number> {
  const [inFavour, against] = countsOf(table)
  const counted = sql`(${inFavour} + ${against})`
  const [date, id] = [sql.ref(`${table}.date`), sql.ref(`${table}.id`)]
  return sql`abs(${inFavour} - ${against}) * 1000 / ${counted}, ${counted} desc, ${date} desc, ${id} desc`
}
