import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CountedMotion } from '../core/weighted-votes.ts'

type Table = 'motions' | 'listed'

/** The columns of `CountedMotion`. */
export const countedColumns = [
  'motions.tally_for',
  'motions.tally_against',
  'motions.tally_weighted_for',
  'motions.tally_weighted_against',
  'motions.vote_basis',
] as const satisfies readonly `motions.${keyof CountedMotion}`[]

function columnsOf(table: Table) {
  const column = (name: keyof CountedMotion) => sql.ref<number>(`${table}.${name}`)
  const members = [column('tally_for'), column('tally_against')] as const
  const weights = [column('tally_weighted_for'), column('tally_weighted_against')] as const
  return { members, weights, basis: column('vote_basis') }
}

/** See `decidingCounts`. */
function decidingColumns(table: Table) {
  const { members, weights, basis } = columnsOf(table)
  const [inFavour, against] = weights
  const areWeights = sql`${basis} is distinct from 'unweighted' and ${inFavour} is not null and ${against} is not null`
  return [0, 1].map(
    (side) => sql<number>`(case when ${areWeights} then ${weights[side]}
      when ${basis} = 'weighted' then null else ${members[side]} end)`,
  )
}

/** Whether each side had at least a third of what was counted, members or their weights: neither had more than twice that of the other. */
export function isClose(table: Table): RawBuilder<SqlBool> {
  const [inFavour, against] = decidingColumns(table)
  return sql`(${inFavour} > 0 and ${inFavour} <= 2 * ${against} and ${against} <= 2 * ${inFavour})`
}

/** Whether all members whose votes were counted were on one side, which their weights say too. */
export function isUnanimous(table: Table): RawBuilder<SqlBool> {
  const { members, weights } = columnsOf(table)
  const [inFavour, against] = [0, 1].map(
    (side) => sql<number>`coalesce(${members[side]}, ${weights[side]})`,
  )
  return sql`(${inFavour} <> ${against} and (${inFavour} = 0 or ${against} = 0))`
}

/** Whether the counts have votes. */
export function isCounted(table: Table): RawBuilder<SqlBool> {
  const [inFavour, against] = decidingColumns(table)
  return sql`(${inFavour} + ${against} > 0)`
}

/** By how many votes, or by what weight, a side was ahead; null without counts. */
export function marginOf(table: Table): RawBuilder<number> {
  const [inFavour, against] = decidingColumns(table)
  return sql`abs(${inFavour} - ${against})`
}

/** The smallest margin first, in thousandths of what was counted; of equal ones the votes of the most members, then the newest. */
export function closestFirst(table: Table): RawBuilder<number> {
  // In millionths, because thousandths are whole numbers only of whole numbers.
  const [inFavour, against] = decidingColumns(table).map(
    (counted) => sql`cast(1000000.0 * ${counted} as bigint)`,
  )
  const [membersFor, membersAgainst] = columnsOf(table).members
  const [date, id] = [sql.ref(`${table}.date`), sql.ref(`${table}.id`)]
  return sql`abs(${inFavour} - ${against}) * 1000 / (${inFavour} + ${against}), ${membersFor} + ${membersAgainst} desc, ${date} desc, ${id} desc`
}
