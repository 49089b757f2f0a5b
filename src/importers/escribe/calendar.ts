import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { JsonFile } from '../kit/json-files.ts'
import { type LocalTime, parseLocalTime } from '../kit/local-time.ts'
import type { Warning } from '../source.ts'
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

/** The day of the newest timestamp; null if no name has one. */
export function scrapedOn(paths: string[]): string | null {
  const [stamp] = paths
    .flatMap((path) => scrapedAt.exec(path)?.[1] ?? [])
    .sort()
    .reverse()
  return stamp?.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3') ?? null
}

/** The meetings of all calendar files, each from the latest file that lists it. */
export function collectMeetings(
  files: JsonFile[],
  diagnostics: Diagnostics,
): { meetings: CalendarMeeting[]; omitted: Set<string> } {
  const meetings = new Map<string, CalendarMeeting>()
  const odd = new Map<string, Warning>()
  for (const file of files) {
    for (const entry of readCalendar(file, diagnostics))
      if ('start' in entry) meetings.set(entry.id, entry)
      else odd.set(entry.id, entry.warning)
  }
  for (const id of meetings.keys()) odd.delete(id)
  for (const [key, warning] of odd)
    diagnostics.addWarning({ ...warning, omitted: { kind: 'meeting', key } })
  return { meetings: [...meetings.values()].sort(byTime), omitted: new Set(odd.keys()) }
}

/** An entry that cannot be a meeting. */
interface OddEntry {
  id: string
  warning: Warning
}

function readCalendar(file: JsonFile, diagnostics: Diagnostics): (CalendarMeeting | OddEntry)[] {
  const root = { location: file.locationOf, subject: 'calendar' }
  const entries = diagnostics.validate(shapeChecks.calendarFile, file.value, root)?.d ?? []
  return entries.flatMap((value, index) => readEntry(file, `/d/${index}`, value, diagnostics) ?? [])
}

function readEntry(
  file: JsonFile,
  pointer: string,
  value: unknown,
  diagnostics: Diagnostics,
): CalendarMeeting | OddEntry | undefined {
  const subject = `calendar entry ${idOf(value)}`
  const at = (path: string) => file.locationOf(pointer + path)
  const entry = diagnostics.validate(shapeChecks.calendarEntry, value, { location: at, subject })
  if (entry === undefined) return undefined
  const warningAt = (field: string, reason: string) => ({
    location: file.locationOf(`${pointer}/${field}`),
    subject,
    reason: `${field} ${reason}`,
  })
  const timeIssue = (text: string) =>
    `must be a real date and time written YYYY/MM/DD HH:MM:SS; found ${JSON.stringify(text)}`
  const id = entry.ID.trim().toLowerCase()
  const oddEntry = (field: string, reason: string) => ({
    id,
    warning: warningAt(field, `${reason}; the meeting is omitted`),
  })
  if (id === '') return oddEntry('ID', 'must not be blank')
  const title = cleanLine(entry.MeetingName)
  if (title === null) return oddEntry('MeetingName', 'must not be blank')
  const start = toPortalTime(entry.StartDate)
  if (start === undefined) return oddEntry('StartDate', timeIssue(entry.StartDate))
  const end = entry.EndDate ? (toPortalTime(entry.EndDate) ?? null) : null
  if (entry.EndDate && end === null)
    diagnostics.addWarning(warningAt('EndDate', `${timeIssue(entry.EndDate)}; skipped`))
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
