import { Temporal } from 'temporal-polyfill'
import { mayBeHoliday } from './holidays.ts'
import type { RuleDay, TakePartRule } from './rule.ts'

export interface Sitting {
  /** ISO 8601; null if the source states none. */
  date: string | null
  /** RFC 3339; null if the source states no time. */
  starts_at: string | null
  status: string
}

export interface CouncilOfSitting {
  timeZone: string
  divisionId: string
}

/** Whether a meeting is still to be held. */
export function isAhead({ date, starts_at, status }: Sitting, timeZone: string, now: number) {
  if (date === null || status !== 'scheduled') return false
  if (starts_at !== null) return Date.parse(starts_at) > now
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  return date >= today.toPlainDate().toString()
}

/**
 * Until when somebody can register to speak; null once that is past, if the meeting is not to be held, and if holidays may
 * move it, as those of Canada may: those of other countries are not known here.
 */
export function takePartBy(
  sitting: Sitting,
  rule: TakePartRule,
  { timeZone, divisionId }: CouncilOfSitting,
  now: number,
): Temporal.ZonedDateTime | null {
  if (sitting.date === null || !isAhead(sitting, timeZone, now)) return null
  const meeting = Temporal.PlainDate.from(sitting.date)
  const day = dayOf(rule.day, meeting, /(^|\/)country:ca(\/|$)/.test(divisionId))
  const time = day && timeOn(day, rule, timeZone)
  if (time === null || time.epochMilliseconds <= now) return null
  const isBefore =
    sitting.starts_at === null
      ? Temporal.PlainDate.compare(time.toPlainDate(), meeting) <= 0
      : time.epochMilliseconds < Date.parse(sitting.starts_at)
  return isBefore ? time : null
}

function dayOf(
  day: RuleDay,
  meeting: Temporal.PlainDate,
  isCanada: boolean,
): Temporal.PlainDate | null {
  if (day.kind === 'business days') return isCanada ? businessDayBefore(meeting, day.count) : null
  const date = plainDayOf(day, meeting)
  // A council that meets on a holiday works on it.
  if (date.equals(meeting)) return date
  return isCanada && mayBeHoliday(date) ? null : date
}

function plainDayOf(
  day: Exclude<RuleDay, { kind: 'business days' }>,
  meeting: Temporal.PlainDate,
): Temporal.PlainDate {
  if (day.kind === 'days') return meeting.subtract({ days: day.count })
  const ofWeek = meeting.add({ days: day.weekday - meeting.dayOfWeek })
  if (day.kind === 'week') return ofWeek.subtract({ weeks: day.weeksBefore })
  return day.weekday < meeting.dayOfWeek ? ofWeek : ofWeek.subtract({ weeks: 1 })
}

const saturday = 6

/** Null if a day that is counted may be a holiday. */
function businessDayBefore(meeting: Temporal.PlainDate, count: number): Temporal.PlainDate | null {
  let day = meeting
  for (let left = count; left > 0; ) {
    day = day.subtract({ days: 1 })
    if (day.dayOfWeek >= saturday) continue
    if (mayBeHoliday(day)) return null
    left -= 1
  }
  return day
}

/** Null for a time that clocks skip or show twice. */
function timeOn(
  day: Temporal.PlainDate,
  { hour, minute }: TakePartRule,
  timeZone: string,
): Temporal.ZonedDateTime | null {
  const local = day.toPlainDateTime({ hour, minute })
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timeZone, { disambiguation }),
  )
  return first !== undefined && last !== undefined && first.equals(last) ? first : null
}
