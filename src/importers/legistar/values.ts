import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Contact, Member } from './model.ts'

type Nullish<T> = T | null | undefined

/** The date of a Legistar timestamp, which is local despite any offset; null for Legistar's zero date. */
export function toDate(timestamp: Nullish<string>): string | null {
  const date = timestamp?.slice(0, 10) ?? ''
  return isCalendarDate(date) && date > '1600' ? date : null
}

/** The instant of a Legistar timestamp in UTC, with or without its Z; null for an invalid one. */
export function toInstant(timestamp: Nullish<string>): string | null {
  const time = Date.parse(`${(timestamp ?? '').replace(/Z$/, '')}Z`)
  return Number.isNaN(time) || time < 0 ? null : new Date(time).toISOString()
}

/** The position in the minutes, or on the agenda if there are no minutes. */
export function toSequence(minutes: Nullish<number>, agenda: Nullish<number>): number {
  return Math.max(0, minutes || agenda || 0)
}

/** A reference to a person; Legistar writes 0 for no id. */
export function toMember(id: Nullish<number>, name: Nullish<string>): Member {
  return { id: id || null, name: cleanLine(name) ?? '' }
}

/** One of the two offices of a person. */
type Office = Record<'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax', Nullish<string>>

export function contact(
  type: Contact['type'],
  value: Nullish<string>,
  note: string | null = null,
): Contact[] {
  const line = cleanLine(value)
  return line === null ? [] : [{ type, value: line, note }]
}

/** The contact details of an office; a town without a street is omitted. */
export function officeContacts(office: Office, note: string | null): Contact[] {
  const { address, city, state, zip, phone, fax } = office
  const postalAddress = [address, city, [state, zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return [
    ...contact('address', address ? postalAddress : null, note),
    ...contact('voice', phone, note),
    ...contact('fax', fax, note),
  ]
}
