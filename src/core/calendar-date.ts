/** A real calendar date as `YYYY-MM-DD` (RFC 3339 full-date): 2024-02-30 is not one. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date that `now` (milliseconds since 1970) falls on in an IANA time zone, as `YYYY-MM-DD`. */
export function dateInZone(now: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format.format(now)
}

/** Whether the runtime knows `timeZone` as an IANA zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }) !== undefined
  } catch {
    return false
  }
}
