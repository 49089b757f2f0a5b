import { dayMs, utcDate } from '../../core/calendar-date.ts'
import type { Town } from './schema.ts'

const weeksInCycle = 3
/** The first cycle begins this many weeks before the week of the import, so that the week itself has no meeting. */
const weeksBefore = 81

/** `YYYY-MM-DD`, some days later. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * dayMs)
}

/** The Monday on or before a date. */
function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
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

function nextWorkingDay(date: string): string {
  const weekday = new Date(date).getUTCDay()
  const isWorkingDay = weekday !== 0 && weekday !== 6 && !isHoliday(date)
  return isWorkingDay ? date : nextWorkingDay(addDays(date, 1))
}

export interface Sitting {
  /** `<body> <cycle>`. */
  name: string
  body: string
  cycle: number
  title: string
  /** The day for which it was called. */
  calledFor: string
  date: string
  time: string
  type: string
}

/** First day of a cycle, a Monday, if the import is `today`. */
export function cycleStart(today: string, cycle: number): string {
  return addDays(mondayOf(today), 7 * (weeksInCycle * (cycle - 1) - weeksBefore))
}

/** Every meeting, the oldest first; holidays move one to the next working day. */
export function sittingsOf(town: Town, today: string): Sitting[] {
  const regular = Object.entries(town.bodies).flatMap(([body, { cycles, name, ...when }]) =>
    cycles.map((cycle) => ({
      name: `${body} ${cycle}`,
      body,
      cycle,
      title: name,
      type: 'Regular',
      ...when,
    })),
  )
  const special = Object.entries(town.special).map(([name, { of, ...when }]) => ({
    name,
    body: of,
    cycle: Number(name.split(' ')[1]),
    ...when,
  }))
  return [...regular, ...special]
    .map(({ name, body, cycle, title, type, week, day: weekday, time }) => {
      const calledFor = nextWorkingDay(addDays(cycleStart(today, cycle), 7 * week + weekday))
      const date = addDays(calledFor, town.moved[name]?.days ?? 0)
      return { name, body, cycle, title, type, time, calledFor, date }
    })
    .sort((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1))
}
