import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether a membership is a seat that is open on `today`. */
export function isOpenSeat(today: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'memberships'>()
  return eb.and([wasSeatOn(today), eb('memberships.ended', '=', 0)])
}

/** Whether a membership was a seat on a day; false if it ended, but not known when. */
export function wasSeatOn(day: string | Expression<string>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'memberships'>()
  return eb.and([
    eb.or([eb('memberships.ended', '=', 0), eb('memberships.end_date', 'is not', null)]),
    eb.or([eb('memberships.start_date', 'is', null), eb('memberships.start_date', '<=', day)]),
    eb.or([eb('memberships.end_date', 'is', null), eb('memberships.end_date', '>=', day)]),
  ])
}

/** Whether a membership was a seat before a day, and is none on it. */
export function isFormerSeat(day: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'memberships'>()
  return eb.or([eb('memberships.ended', '=', 1), eb('memberships.end_date', '<', day)])
}

/** Whether an organization existed on a day, as far as its dates say. */
export function existedOn(day: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'organizations'>()
  const [start, end] = ['organizations.founding_date', 'organizations.dissolution_date'] as const
  return eb.and([
    eb.or([eb(start, 'is', null), eb(start, '<=', day)]),
    eb.or([eb(end, 'is', null), eb(end, '>=', day)]),
  ])
}
