import { Temporal } from 'temporal-polyfill'
import type { Locale } from '../../locale.ts'
import type { ShownChange } from './queries.ts'

type Times = Pick<ShownChange, 'seen_at' | 'not_before'>

interface Setting {
  locale: Locale
  /** IANA. */
  timeZone: string
  /** When the meeting begins (RFC 3339), if the record is one and that is known. */
  startsAt?: string | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Fewer are counted in hours. */
const daysMin = 3

/** Between which two imports a change was made, and how long before the meeting at least. */
export function whenChanged({ seen_at: seen, not_before: before }: Times, setting: Setting) {
  const { locale } = setting
  const { onOneDay, between, dayAndTime, seen: seenOnly } = locale.words.history
  const [from, to] = [before, seen].map((time) => time && localTime(time, setting))
  const written = ([day, time]: readonly [string, string]) => dayAndTime(locale.fullDate(day), time)
  if (!to) return ''
  if (!from) return seenOnly(written(to))
  const shown =
    from[0] === to[0]
      ? onOneDay(locale.fullDate(to[0]), from[1], to[1])
      : between(written(from), written(to))
  return shown + beforeMeeting(seen, setting)
}

/** The day, and the time of day in words. */
function localTime(time: string, { timeZone, locale }: Setting): readonly [string, string] {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return [local.toPlainDate().toString(), locale.clock(local.toString())]
}

function beforeMeeting(seen: string, { startsAt = null, locale }: Setting): string {
  if (startsAt === null) return ''
  const { words, count } = locale
  const { minutesBefore, hoursBefore, daysBefore } = words.history
  const minutes = Math.floor((Date.parse(startsAt) - Date.parse(seen)) / minuteMs)
  const hours = Math.floor((minutes * minuteMs) / hourMs)
  const days = Math.floor(hours / 24)
  if (minutes <= 0) return ''
  if (days >= daysMin) return daysBefore(days, count(days))
  return hours > 0 ? hoursBefore(hours, count(hours)) : minutesBefore(minutes, count(minutes))
}
