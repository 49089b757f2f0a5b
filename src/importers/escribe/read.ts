import { join } from 'node:path'
import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { checkFolder, type JsonFile, namesBelow, namesIn, readJsonFile } from '../kit/json-files.ts'
import { isTimeOfDay, type LocalTime, parseLocalTime } from '../kit/local-time.ts'
import { foreignReason } from '../kit/one-council.ts'
import { readTextFile } from '../kit/text-file.ts'
import { SourceError, type Warning } from '../source.ts'
import { originOf, sharedUrl } from './links.ts'
import {
  type AgendaEntry,
  type CalendarEntry,
  type MinutesFile,
  type RosterRow,
  shapeChecks,
} from './schema.ts'

/** A calendar meeting with its minutes, if any. */
export interface PortalMeeting extends CalendarMeeting {
  minutes: Minutes | null
  /** The agenda of a meeting without minutes, if it was read. */
  agenda?: Minutes | null
}

/** A row of the roster with its location. */
export interface RosterEntry {
  row: RosterRow
  location: string
}

/** The validated contents of a folder. */
export interface Portal {
  /** The portal's origin; undefined if no file contains it. */
  url: string | undefined
  licence: string | null
  /** When the calendar was read. */
  asOf: string | null
  roster: RosterEntry[]
  meetings: PortalMeeting[]
  diagnostics: Diagnostics
}

const calendarFolder = 'calendar'
const calendarSuffix = '.calendar_meetings.json'
const minutesFolder = 'meetings'
const minutesSuffix = '_postminutes.json'
const rosterPath = 'current_councillors.json'

/** Throws `SourceError` if the folder does not contain portal files. */
export async function readPortal(folder: string): Promise<Portal> {
  await checkFolder(folder)
  const calendarPaths = await listFiles(folder, calendarFolder, calendarSuffix)
  if (calendarPaths.length === 0) {
    throw new SourceError(`${folder} does not contain ${calendarFolder}/*${calendarSuffix}`)
  }
  const diagnostics = new Diagnostics()
  const calendars = await readAll(folder, sortCalendarPaths(calendarPaths), diagnostics)
  const { meetings, omitted } = collectMeetings(calendars, diagnostics)
  const minutesPaths = await listFiles(folder, minutesFolder, minutesSuffix)
  const minutes = (await readAll(folder, minutesPaths, diagnostics)).flatMap(
    (file) => readMinutes(file, diagnostics) ?? [],
  )
  return {
    url: portalUrl(meetings, minutes, diagnostics),
    licence: await readLicence(folder),
    asOf: scrapedOn(calendarPaths),
    roster: await readRoster(folder, diagnostics),
    meetings: joinMinutes(meetings, minutes, { omitted, diagnostics }),
    diagnostics,
  }
}

async function listFiles(folder: string, below: string, suffix: string): Promise<string[]> {
  const names = await namesBelow(folder, below)
  return names
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => `${below}/${name}`)
}

async function readAll(
  folder: string,
  paths: string[],
  diagnostics: Diagnostics,
): Promise<JsonFile[]> {
  const files: JsonFile[] = []
  for (const path of paths) {
    const file = await readJsonFile(folder, path, diagnostics)
    if (file !== undefined) files.push(file)
  }
  return files
}

async function readRoster(folder: string, diagnostics: Diagnostics): Promise<RosterEntry[]> {
  const [path] = (await namesIn(folder)).filter((name) => name === rosterPath)
  if (path === undefined) return []
  const file = await readJsonFile(folder, path, diagnostics)
  if (file === undefined) return []
  const root = { location: file.locationOf, subject: 'roster' }
  const rows = diagnostics.validate(shapeChecks.roster, file.value, root) ?? []
  return rows.flatMap((value, index) => {
    const pointer = `/${index}`
    const at = (path: string) => file.locationOf(`/${index}${path}`)
    const subject = `roster row ${index + 1}`
    const row = diagnostics.validate(shapeChecks.rosterRow, value, { location: at, subject })
    if (row === undefined) return []
    const location = file.locationOf(pointer)
    if (row.full_name.trim() !== '') return { row, location }
    diagnostics.addWarning({ location, subject, reason: 'full_name must not be blank; omitted' })
    return []
  })
}

/** The licence's name and copyright holder, since most licences require both. */
async function readLicence(folder: string): Promise<string | null> {
  const text = await readTextFile(join(folder, 'LICENSE')).catch(() => '')
  const [firstLine = null, ...others] = text.trim().split('\n').slice(0, 5).map(cleanLine)
  const name = firstLine === 'MIT License' ? 'MIT' : firstLine
  const holder = others.find((line) => line !== null && /^copyright (\(c\)|©|\d)/i.test(line))
  return holder === undefined ? name : `${name}, ${holder}`
}

// Records of two portals would share their identities.
function portalUrl(
  meetings: CalendarMeeting[],
  minutes: Minutes[],
  diagnostics: Diagnostics,
): string | undefined {
  const named = [
    ...meetings.map(({ entry, location }) => ({
      url: originOf(entry.Url || sharedUrl(entry.ShareUrl)),
      location,
    })),
    ...minutes.map(({ file, location }) => ({
      url: originOf(file.base_url || file.source_url),
      location,
    })),
  ]
  const first = named.find(({ url }) => url !== undefined)?.url
  for (const { url, location } of named) {
    const reason = foreignReason(url === undefined ? [] : [url], first ?? null, 'portal')
    if (reason !== null) diagnostics.addError({ location, subject: 'portal', reason })
  }
  if (first === undefined && !diagnostics.hasErrors) {
    const reason = `no file contains the portal's URL: a meeting's Url or the minutes' base_url must be an https URL`
    diagnostics.addError({ location: calendarFolder, subject: 'portal', reason })
  }
  return first
}

function joinMinutes(
  meetings: CalendarMeeting[],
  minutes: Minutes[],
  { omitted, diagnostics }: { omitted: ReadonlySet<string>; diagnostics: Diagnostics },
): PortalMeeting[] {
  const byMeeting = new Map<string, Minutes>()
  const listed = new Set(meetings.map((meeting) => meeting.id))
  // With an unreadable calendar, all of its minutes would seem to belong to no meeting.
  const complete = !diagnostics.hasErrors
  for (const each of minutes) {
    const subject = `minutes of meeting ${each.meetingId}`
    const other = byMeeting.get(each.meetingId)
    if (other !== undefined) {
      const reason = `is also in ${other.location}: keep only the newer file`
      diagnostics.addError({ location: each.location, subject, reason })
    } else if (!listed.has(each.meetingId) && complete && !omitted.has(each.meetingId)) {
      const reason = 'no calendar file lists this meeting: add the calendar that does'
      diagnostics.addError({ location: each.location, subject, reason })
    }
    byMeeting.set(each.meetingId, each)
  }
  return meetings.map((meeting) => ({ ...meeting, minutes: byMeeting.get(meeting.id) ?? null }))
}

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
function sortCalendarPaths(paths: string[]): string[] {
  const stamp = (path: string) => scrapedAt.exec(path)?.[1] ?? ''
  return paths.toSorted((left, right) => compare(stamp(left), stamp(right)) || compare(left, right))
}

/** The day of the newest timestamp; null if no name has one. */
function scrapedOn(paths: string[]): string | null {
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

/** An agenda entry with its position in the tree. */
export interface AgendaNode {
  entry: AgendaEntry
  /** One-based position on each level: `18.1.2` is the second child of the first child of the eighteenth item. */
  path: string
  location: string
  motionLocations: string[]
  children: AgendaNode[]
}

export interface Minutes {
  meetingId: string
  file: MinutesFile
  agenda: AgendaNode[]
  location: string
  /** `file:line` of the value at a JSON pointer. */
  at(pointer: string): string
}

/** Reads one `*_postminutes.json`; undefined, with errors or a warning, if it is invalid. */
export function readMinutes(file: JsonFile, diagnostics: Diagnostics): Minutes | undefined {
  const root = { location: file.locationOf, subject: 'minutes' }
  const content = diagnostics.validate(shapeChecks.minutesFile, file.value, root)
  if (content === undefined) return undefined
  dropInvalidTimes(file, content, diagnostics)
  const meetingId = meetingIdOf(content.source_url) ?? meetingIdOf(file.path)
  if (meetingId === undefined) {
    const reason = 'source_url must carry the meeting as Id=<uuid>; the minutes are omitted'
    diagnostics.addWarning({ location: file.locationOf('/source_url'), subject: 'minutes', reason })
    return undefined
  }
  const items = content.agenda_items?.agenda_items ?? []
  const agenda = readAgenda(
    { file, pointer: '/agenda_items/agenda_items', path: '' },
    items,
    diagnostics,
  )
  const at = (pointer: string) => file.locationOf(pointer)
  return { meetingId, file: content, agenda, location: at(''), at }
}

interface Level {
  file: JsonFile
  pointer: string
  path: string
}

function readAgenda(level: Level, items: unknown[], diagnostics: Diagnostics): AgendaNode[] {
  const { file } = level
  return items.flatMap((value, index) => {
    const path = level.path === '' ? String(index + 1) : `${level.path}.${index + 1}`
    const pointer = `${level.pointer}/${index}`
    const subject = `agenda item at position ${path}`
    const at = (below: string) => file.locationOf(pointer + below)
    const entry = diagnostics.validate(shapeChecks.agendaEntry, value, { location: at, subject })
    if (entry === undefined) return []
    const below = { file, pointer: `${pointer}/sub_agendas_items`, path }
    return {
      entry,
      path,
      location: file.locationOf(pointer),
      motionLocations: (entry.motions ?? []).map((_, motion) =>
        file.locationOf(`${pointer}/motions/${motion}`),
      ),
      children: readAgenda(below, entry.sub_agendas_items ?? [], diagnostics),
    }
  })
}

function dropInvalidTimes(file: JsonFile, content: MinutesFile, diagnostics: Diagnostics): void {
  const drop = (field: 'meeting_date' | 'meeting_start_time', right: string) => {
    const reason = `${field} must be ${right}; found ${JSON.stringify(content[field])}; skipped`
    const location = file.locationOf(`/${field}`)
    diagnostics.addWarning({ location, subject: 'minutes', reason })
    content[field] = null
  }
  const { meeting_date: date, meeting_start_time: time } = content
  if (date && !isCalendarDate(date)) drop('meeting_date', 'a real date written YYYY-MM-DD')
  if (time && !isTimeOfDay(time))
    drop('meeting_start_time', 'a time HH:MM, without seconds, from 00:00 to 23:59')
}

function meetingIdOf(text: string): string | undefined {
  const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  return new RegExp(`(?:\\bId=|_)(${uuid})`, 'i').exec(text)?.[1]?.toLowerCase()
}
