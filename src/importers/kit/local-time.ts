import { Temporal } from 'temporal-polyfill'
import { isCalendarDate } from '../../core/calendar-date.ts'

/** A date and, if known, a time in the municipality's time zone. */
export interface LocalTime {
  date: string
  time: string | null
}

const timestamp =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

/** Parses `2026-04-22T10:00:00` or `2026/04/22 10:00` with an optional offset; null if the date is invalid. */
export function parseLocalTime(
  text: string | null | undefined,
): (LocalTime & { offset: string | null }) | null {
  const [, year, month, day, time = '', offset] = timestamp.exec(text?.trim() ?? '') ?? []
  const date = `${year}-${month}-${day}`
  if (!isCalendarDate(date)) return null
  return { date, time: isTimeOfDay(time) ? time : null, offset: offset ?? null }
}

/** The local date and time: a time with an offset is converted to `timeZone`. */
export function toLocalTime(
  text: string | null | undefined,
  timeZone: string | null,
): LocalTime | null {
  const parsed = parseLocalTime(text)
  if (parsed === null) return null
  const { date, time, offset } = parsed
  if (time === null || timeZone === null || offset === null) return { date, time }
  const there = Temporal.Instant.from(`${date}T${time}${offset}`).toZonedDateTimeISO(timeZone)
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString().slice(0, 5) }
}

/** The end time, if it is within a day of the start, so that a time without a date is unambiguous. */
export function toEndTime(start: LocalTime, end: LocalTime | null): string | null {
  if (end === null || end.time === null) return null
  if (end.date === start.date) {
    return start.time === null || start.time <= end.time ? end.time : null
  }
  const next = Temporal.PlainDate.from(start.date).add({ days: 1 }).toString()
  return end.date === next && start.time !== null && end.time < start.time ? end.time : null
}

const timeOfDay =
  /^(\d{1,2})(?:(?::|\s?h\s?)([0-5]\d)(?::[0-5]\d)?|(?=\s*[ap]\.?m\b)|\s?h)\s*(?:([AP])\.?M\.?)?(?:\s*[A-Z]{2}T)?$/i

/** `9:30 AM`, `7 PM`, `12:00 Noon`, `19 h 30` or `18:45` as HH:MM; null for anything else, such as `TBD`. */
export function toTimeOfDay(text: string | null | undefined): string | null {
  const written = text?.trim() ?? ''
  if (/^(?:12(?::00)? )?(?:noon|midi)$/i.test(written)) return '12:00'
  const [, hours, minutes = '00', half] = timeOfDay.exec(written) ?? []
  if (hours === undefined) return null
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  return hour > 23 ? null : `${String(hour).padStart(2, '0')}:${minutes}`
}

/** `HH:MM` from 00:00 to 23:59. */
export function isTimeOfDay(value: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value)
}
