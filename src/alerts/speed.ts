import { Temporal } from 'temporal-polyfill'
/** How often a digest is sent. */
export const alertSpeeds = ['now', 'daily', 'weekly'] as const
export type AlertSpeed = (typeof alertSpeeds)[number]

export const isAlertSpeed = (text: string): text is AlertSpeed =>
  (alertSpeeds as readonly string[]).includes(text)

const hourOfDay = 7

/** The last time at which alerts of a speed were due: always, at seven each day, or on Mondays, of the council. */
export function lastDue(speed: AlertSpeed, now: number, timeZone: string): number {
  if (speed === 'now') return now
  const time = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const seven = time.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: hourOfDay } })
  const today =
    Temporal.ZonedDateTime.compare(seven, time) <= 0 ? seven : seven.subtract({ days: 1 })
  const days = speed === 'daily' ? 0 : today.dayOfWeek - 1
  return today.subtract({ days }).epochMilliseconds
}
