import { dayMs, utcDate } from '../../core/calendar-date.ts'

const firstDay = Date.parse('1800-01-01')
const dayBits = 17
/** Earlier days share the first one. */
const earliest = 1

/** The last day that an index can hold: in 2158. */
export const lastDay = 2 ** dayBits - 1

/** Days since 1800, starting at 1; 0 if the date is unknown. */
export function dayOf(date: string): number {
  const day = Math.floor((Date.parse(date) - firstDay) / dayMs)
  return Number.isNaN(day) ? 0 : Math.min(Math.max(day, earliest), lastDay)
}

/** The date of a day; null if it is not known exactly. */
export function dateOf(day: number): string | null {
  if (day <= earliest || day >= lastDay) return null
  return utcDate(firstDay + day * dayMs)
}

/** Upper bound of ids, in bits. */
export const idBits = 31
/** A day, then an id. */
export const recencyBits = dayBits + idBits
const ids = 2 ** idBits

/** Orders documents by day, then by id. */
export const recencyOf = (day: number, id: number): number => day * ids + id
export const idOfRecency = (recency: number): number => recency % ids
