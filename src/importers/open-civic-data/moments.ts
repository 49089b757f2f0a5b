import { Temporal } from 'temporal-polyfill'
import { isCalendarDate } from '../../core/calendar-date.ts'

/** A day and, where it is known, the time on the clock there. */
export interface Moment {
  date: string
  time: string | null
}

const written =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * When something is, on the clock of the place: as it is written, with the offset there. Null for what is less exact
 * than a day. Servers that write everything in UTC say nothing of the clock there, so `timeZone` does.
 */
export function toMoment(text: string | null | undefined, timeZone: string | null): Moment | null {
  const [, date = '', time, offset = ''] = written.exec(text?.trim() ?? '') ?? []
  if (!isCalendarDate(date)) return null
  if (time === undefined || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return { date, time: null }
  if (timeZone === null || !/^(?:Z|[+-]00:?00)$/i.test(offset)) return { date, time }
  const there = Temporal.Instant.from(`${date}T${time}Z`).toZonedDateTimeISO(timeZone)
  return { date: there.toPlainDate().toString(), time: there.toPlainTime().toString().slice(0, 5) }
}

/** The time at which a meeting ends, where a time alone says so: within a day of its start. */
export function toEndTime(start: Moment, end: Moment | null): string | null {
  if (end === null || end.time === null) return null
  if (end.date === start.date) {
    return start.time === null || start.time <= end.time ? end.time : null
  }
  const next = Temporal.PlainDate.from(start.date).add({ days: 1 }).toString()
  return end.date === next && start.time !== null && end.time < start.time ? end.time : null
}
