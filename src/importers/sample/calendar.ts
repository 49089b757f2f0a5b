import { dayMs, utcDate } from '../../core/calendar-date.ts'

/** The record begins this many weeks before the week of the import, so that the week itself has no meeting. */
const weeksBefore = 81

/** The Monday on which the record begins if the import is `today` (YYYY-MM-DD). */
export function firstDay(today: string): string {
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  return addDays(today, -7 * weeksBefore - weekday)
}

/** `YYYY-MM-DD`, some days later. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * dayMs)
}

export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return utcDate(Date.UTC(year, month - 1 + months, 1))
}

export function nextWorkingDay(date: string): string {
  const weekday = new Date(date).getUTCDay()
  const isWorkingDay = weekday !== 0 && weekday !== 6 && !isHoliday(date)
  return isWorkingDay ? date : nextWorkingDay(addDays(date, 1))
}

/** Ontario's public holidays that can fall on a Monday to Thursday. */
function isHoliday(date: string): boolean {
  const [, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  if (['01-01', '07-01', '09-30', '12-25', '12-26'].includes(date.slice(5))) return true
  if (new Date(date).getUTCDay() !== 1) return false
  const week = Math.ceil(dayOfMonth / 7)
  const isVictoriaDay = month === 5 && dayOfMonth >= 18 && dayOfMonth <= 24
  const isFirstMonday = week === 1 && (month === 8 || month === 9)
  const isFamilyDay = month === 2 && week === 3
  const isThanksgiving = month === 10 && week === 2
  return isVictoriaDay || isFirstMonday || isFamilyDay || isThanksgiving
}
