import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Member } from './model.ts'

type Nullish<T> = T | null | undefined

/** The date of a Legistar timestamp, which is local despite any offset; null for Legistar's zero date. */
export function toDate(timestamp: Nullish<string>): string | null {
  const date = timestamp?.slice(0, 10) ?? ''
  return isCalendarDate(date) && date > '1600' ? date : null
}

/** The position in the minutes, or on the agenda if there are no minutes. */
export function toSequence(minutes: Nullish<number>, agenda: Nullish<number>): number {
  return Math.max(0, minutes || agenda || 0)
}

/** A reference to a person; Legistar writes 0 for no id. */
export function toMember(id: Nullish<number>, name: Nullish<string>): Member {
  return { id: id || null, name: cleanLine(name) ?? '' }
}
