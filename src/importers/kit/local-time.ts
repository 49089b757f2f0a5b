import { Temporal } from 'temporal-polyfill'
import { isCalendarDate } from '../../core/calendar-date.ts'

/** A day and, where it is known, the time on the clock of the place. */
export interface LocalTime {
  date: string
  time: string | null
}

const written =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** `2026-04-22T10:00:00` or `2026/04/22 10:00`, with the offset that may stand behind it; null for no such day. */
export function parseLocalTime(
  text: string | null | undefined,
): (LocalTime & { offset: string | null }) | null {
  const [, year, month, day, time = '', offset] = written.exec(text?.trim() ?? '') ?? []
  const date = `${year}-${month}-${day}`
  if (!isCalendarDate(date)) return null
  return { date, time: isTimeOfDay(time) ? time : null, offset: offset ?? null }
}

/**
 * When something is, on the clock of the place: as it is written, with the offset there. Servers that write everything
 * in UTC say nothing of the clock there, so `timeZone` does.
 */
export function toLocalTime(
  text: string | null | undefined,
  timeZone: string | null,
): LocalTime | null {
  const parsed = parseLocalTime(text)
  if (parsed === null) return null
  const { date, time, offset } = parsed
  if (time === null || timeZone === null || !/^(?:Z|[+-]00:?00)$/i.test(offset ?? ''))
    return { date, time }
  const there = Temporal.Instant.from(`${date}T${time}Z`).toZonedDateTimeISO(timeZone)
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString().slice(0, 5) }
}

/** The time at which a meeting ends, where a time alone says so: within a day of its start. */
export function toEndTime(start: LocalTime, end: LocalTime | null): string | null {
  if (end === null || end.time === null) return null
  if (end.date === start.date) {
    return start.time === null || start.time <= end.time ? end.time : null
  }
  const next = Temporal.PlainDate.from(start.date).add({ days: 1 }).toString()
  return end.date === next && start.time !== null && end.time < start.time ? end.time : null
}

/** `9:30 AM` or `18:45` as HH:MM; what is no time of the day, such as `TBD`, is null. */
export function toTimeOfDay(text: string | null | undefined): string | null {
  const [, hours, minutes, half] =
    /^(\d{1,2}):([0-5]\d)\s*(?:([AP])\.?M\.?)?$/i.exec(text?.trim() ?? '') ?? []
  if (hours === undefined) return null
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  return hour > 23 ? null : `${String(hour).padStart(2, '0')}:${minutes}`
}

/** `HH:MM` from 00:00 to 23:59. */
export function isTimeOfDay(value: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value)
}
