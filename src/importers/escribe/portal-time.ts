import { isCalendarDate } from '../../core/calendar-date.ts'

/** A local date and time of day as the portal prints it. */
export interface LocalMoment {
  date: string
  time: string
}

/** Reads the calendar's `2026/04/22 10:00:00`; undefined when that is no real date and time. */
export function parseMoment(value: string): LocalMoment | undefined {
  const parts = /^(\d{4})[/-](\d{2})[/-](\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(value.trim())
  if (parts === null) return undefined
  const [, year, month, day, time = ''] = parts
  const date = `${year}-${month}-${day}`
  return isCalendarDate(date) && isTimeOfDay(time) ? { date, time } : undefined
}

/** `HH:MM` from 00:00 to 23:59. */
export function isTimeOfDay(value: string): boolean {
  return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value)
}
