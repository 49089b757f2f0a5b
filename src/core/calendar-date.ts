export const dayMs = 24 * 60 * 60 * 1000

/** The date (UTC, `YYYY-MM-DD`) of a time in milliseconds since 1970. */
export function utcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A real calendar date as `YYYY-MM-DD` (RFC 3339 full-date): 2024-02-30 is not one. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

interface Zone {
  format: Intl.DateTimeFormat
  second: number
  date: string
}

const zones = new Map<string, Zone>()

/** The calendar date that `now` (milliseconds since 1970) falls on in an IANA time zone, as `YYYY-MM-DD`. */
export function dateInZone(now: number, timeZone: string): string {
  const zone = zones.get(timeZone) ?? newZone(timeZone)
  // Formatted once per second, because every request needs the date.
  const second = Math.floor(now / 1000)
  if (second !== zone.second) {
    zone.second = second
    zone.date = zone.format.format(now)
  }
  return zone.date
}

function newZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const zone = { format, second: Number.NaN, date: '' }
  zones.set(timeZone, zone)
  return zone
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }) !== undefined
  } catch {
    return false
  }
}

// ISO dates sort as text.
const sortedDays = (days: readonly (string | null | undefined)[]) =>
  days.flatMap((day) => day ?? []).sort()

export function earliestDay(...days: (string | null | undefined)[]): string | null {
  return sortedDays(days)[0] ?? null
}

/** Empty if none is known. */
export function latestDay(...days: (string | null | undefined)[]): string {
  return sortedDays(days).at(-1) ?? ''
}
