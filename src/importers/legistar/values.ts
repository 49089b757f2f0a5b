import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Member } from './model.ts'

type Nullish<T> = T | null | undefined

/** The day of a time as Legistar writes it, in local time whatever it says; null for none, and for its zero date. */
export function toDate(moment: Nullish<string>): string | null {
  const date = moment?.slice(0, 10) ?? ''
  return isCalendarDate(date) && date > '1600' ? date : null
}

/** An item's place among those of its meeting: in the minutes, or on the agenda while there are none. */
export function toSequence(minutes: Nullish<number>, agenda: Nullish<number>): number {
  return Math.max(0, minutes || agenda || 0)
}

/** A person as another object names them: id 0 is nobody in particular. */
export function toMember(id: Nullish<number>, name: Nullish<string>): Member {
  return { id: id || null, name: cleanLine(name) ?? '' }
}
