import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { JsonFile } from '../kit/json-files.ts'
import { type LocalTime, parseLocalTime } from '../kit/local-time.ts'
import { type CalendarEntry, shapeChecks } from './schema.ts'

type PortalTime = LocalTime & { time: string }

/** A meeting of the calendar with parsed times. */
export interface CalendarMeeting {
  /** The portal's own id, in lower case. */
  id: string
  entry: CalendarEntry
  title: string
  start: PortalTime
  end: PortalTime | null
  location: string
}

const scrapedAt = /_(\d{8}T\d{6}(?:_\d+)?)\.calendar_meetings\.json$/

/** Calendar files by the timestamp in their names. */
export function sortCalendarPaths(paths: string[]): string[] {
  const stamp = (path: string) => scrapedAt.exec(path)?.[1] ?? ''
  return paths.toSorted((left, right) => compare(stamp(left), stamp(right)) || compare(left, right))
}

/** The meetings of all calendar files, each from the latest file that lists it. */
export function collectMeetings(files: JsonFile[], diagnostics: Diagnostics): CalendarMeeting[] {
  const meetings = new Map<string, CalendarMeeting>()
  for (const file of files) {
    for (const meeting of readCalendar(file, diagnostics)) meetings.set(meeting.id, meeting)
  }
  return [...meetings.values()].sort(byTime)
}

function readCalendar(file: JsonFile, diagnostics: Diagnostics): CalendarMeeting[] {
  const root = { location: file.locationOf, subject: 'calendar' }
  const entries = diagnostics.validate(shapeChecks.calendarFile, file.value, root)?.d ?? []
  return entries.flatMap((value, index) => readEntry(file, `/d/${index}`, value, diagnostics) ?? [])
}

function readEntry(
  file: JsonFile,
  pointer: string,
  value: unknown,
  diagnostics: Diagnostics,
): CalendarMeeting | undefined {
  const subject = `calendar entry ${idOf(value)}`
  const at = (path: string) => file.locationOf(pointer + path)
  const entry = diagnostics.validate(shapeChecks.calendarEntry, value, { location: at, subject })
  if (entry === undefined) return undefined
  const timeOf = (field: 'StartDate' | 'EndDate') => {
    const text = entry[field] ?? ''
    const read = text === '' ? undefined : toPortalTime(text)
    if (text !== '' && read === undefined) {
      const location = file.locationOf(`${pointer}/${field}`)
      const reason = `${field} must be a real date and time written YYYY/MM/DD HH:MM:SS; found ${JSON.stringify(text)}`
      diagnostics.addError({ location, subject, reason })
    }
    return read
  }
  const start = timeOf('StartDate')
  const end = timeOf('EndDate') ?? null
  const title = cleanLine(entry.MeetingName)
  if (title === null) {
    const location = file.locationOf(`${pointer}/MeetingName`)
    diagnostics.addError({ location, subject, reason: 'MeetingName must not be blank' })
  }
  if (start === undefined || title === null) return undefined
  const id = entry.ID.trim().toLowerCase()
  return { id, entry, title, start, end, location: file.locationOf(pointer) }
}

// The portal prints local times; a time with an offset might not be local, so it is rejected.
function toPortalTime(text: string): PortalTime | undefined {
  const { date = '', time = null, offset = null } = parseLocalTime(text) ?? {}
  return time === null || offset !== null ? undefined : { date, time }
}

function idOf(value: unknown): string {
  const id = (value as { ID?: unknown } | null)?.ID
  return typeof id === 'string' ? id : 'without ID'
}

function byTime(left: CalendarMeeting, right: CalendarMeeting): number {
  return (
    compare(left.start.date, right.start.date) ||
    compare(left.start.time, right.start.time) ||
    compare(left.id, right.id)
  )
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
