import { join } from 'node:path'
import { cleanLine } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { checkFolder, type JsonFile, namesBelow, namesIn, readJsonFile } from '../kit/json-files.ts'
import { foreignReason } from '../kit/one-council.ts'
import { readTextFile } from '../kit/text-file.ts'
import { SourceError } from '../source.ts'
import { type CalendarMeeting, collectMeetings, scrapedOn, sortCalendarPaths } from './calendar.ts'
import { originOf, sharedUrl } from './links.ts'
import { type Minutes, readMinutes } from './minutes.ts'
import { type RosterRow, shapeChecks } from './schema.ts'

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
