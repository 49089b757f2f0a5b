import { Temporal } from 'temporal-polyfill'
import { cleanLine } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { inOrder } from '../kit/in-order.ts'
import { type JsonApi, pagesMax, tooManyPages } from '../kit/json-api.ts'
import type { JsonFile } from '../kit/json-files.ts'
import type { ListedThings } from '../kit/listing.ts'
import { type DayRange, readYears } from '../kit/portal.ts'
import { RequestError } from '../kit/retries.ts'
import { SourceError } from '../source.ts'
import { isNotMeeting } from './labels.ts'
import { absoluteUrl } from './links.ts'
import { readMeetingPage } from './meeting-page.ts'
import {
  type CalendarMeeting,
  collectMeetings,
  type Minutes,
  type Portal,
  type PortalMeeting,
  readMinutes,
} from './read.ts'

interface LiveOptions extends CalendarRange {
  /** The number of pages that are read concurrently. */
  ahead: number
  /** Takes what the calendar lists. */
  listed: ListedThings
}

/** The calendar of a portal, and the minutes of each meeting, or else its agenda. Throws `SourceError`. */
export async function readLivePortal(
  api: JsonApi,
  portalUrl: string,
  { ahead, listed, ...range }: LiveOptions,
): Promise<Portal> {
  const diagnostics = new Diagnostics()
  const reader = { api, portalUrl, diagnostics, listed }
  const meetings = await readCalendar(reader, range)
  const read: PortalMeeting[] = []
  for await (const meeting of inOrder(meetings, ahead, (each) => readPages(each, reader)))
    read.push(meeting)
  return { url: portalUrl, licence: null, asOf: null, roster: [], meetings: read, diagnostics }
}

async function readCalendar(reader: Reader, range: CalendarRange): Promise<CalendarMeeting[]> {
  const { api, diagnostics } = reader
  const files: JsonFile[] = []
  for await (const file of readCalendars(api, range)) files.push(file)
  const { meetings, omitted } = collectMeetings(files, diagnostics)
  const isOther = ({ title, entry }: CalendarMeeting) =>
    isNotMeeting(title) || isNotMeeting(cleanLine(entry.MeetingType))
  const others = meetings.filter(isOther)
  const [first] = others
  if (first !== undefined)
    diagnostics.addWarning({
      location: first.location,
      subject: 'calendar',
      reason: `has entries that are not meetings, which are skipped: ${others.length}; first: ${first.title} ${first.start.date}`,
    })
  const inRange = meetings.filter(({ start }) => range.from === null || start.date >= range.from)
  for (const key of omitted)
    reader.listed.add(
      { kind: 'meeting', key, title: null, date: null, address: null },
      'no_name_or_date',
    )
  for (const meeting of inRange) listMeeting(meeting, isOther(meeting), reader)
  return inRange.filter((meeting) => !isOther(meeting))
}

/** A meeting, and the documents to which the calendar links. */
function listMeeting(
  { id: key, title, start: { date }, entry }: CalendarMeeting,
  isOther: boolean,
  { portalUrl, listed }: Reader,
): void {
  const address = absoluteUrl(entry.Url, portalUrl) ?? null
  listed.add({ kind: 'meeting', key, title, date, address }, isOther ? 'not_a_meeting' : undefined)
  for (const { Type, Title, Url } of isOther ? [] : (entry.MeetingDocumentLink ?? [])) {
    if (Type === 'Video') continue
    const url = absoluteUrl(Url, portalUrl)
    listed.add(
      {
        ...{ kind: 'document', key, date },
        title: cleanLine(Title) ?? cleanLine(Type),
        address: url ?? Url ?? null,
      },
      url === undefined ? 'unreadable' : undefined,
    )
  }
}

interface Reader {
  api: JsonApi
  portalUrl: string
  diagnostics: Diagnostics
  listed: ListedThings
}

async function readPages(meeting: CalendarMeeting, reader: Reader): Promise<PortalMeeting> {
  const minutes = await readPage(meeting, ['PostMinutes', 'Minutes'], reader)
  if (minutes !== null) return { ...meeting, minutes }
  // The revised agenda replaces the first one.
  const agenda = await readPage(meeting, ['PostAgenda', 'Agenda'], reader)
  return { ...meeting, minutes, agenda }
}

/** The first page of these types in English, or else in another language; null if there is none. */
async function readPage(
  meeting: CalendarMeeting,
  types: readonly string[],
  { api, portalUrl, diagnostics, listed }: Reader,
): Promise<Minutes | null> {
  const [type] = types
  const url = pageUrl(meeting, types, portalUrl)
  if (url === undefined) return null
  const document = { kind: 'document', key: meeting.id, address: url } as const
  const subject = `${meeting.title} ${meeting.start.date}`
  const found = await findPage(api, url)
  if (found === 'too large') {
    listed.note(document, 'too_large')
    diagnostics.addWarning({ location: url, subject, reason: 'is too large to be read; skipped' })
    return null
  }
  const { html } = found
  if (html === undefined) {
    listed.note(document, 'not_found')
    diagnostics.missing(type === 'PostMinutes' ? 'minutes' : 'agendas', url)
    return null
  }
  const isAgenda = type === 'PostAgenda'
  const page = readMeetingPage(html, { url, isAgenda, subject, diagnostics })
  if ('file' in page) return readMinutes(pageFile(page.file, url), diagnostics) ?? null
  listed.note(document, 'unreadable')
  diagnostics.addWarning({ location: url, subject, reason: page.reason })
  return null
}

/** One large page does not reject a portal. */
async function findPage(api: JsonApi, url: string) {
  try {
    return { html: await api.findPage(url) }
  } catch (error) {
    if (error instanceof RequestError && error.isTooLarge) return 'too large'
    throw error
  }
}

function pageUrl(
  { entry }: CalendarMeeting,
  types: readonly string[],
  portalUrl: string,
): string | undefined {
  const links = (entry.MeetingDocumentLink ?? []).filter(({ Format }) => Format === 'HTML')
  const english = links.filter(({ LanguageId }) => LanguageId === 9)
  const found = [...english, ...links].flatMap(({ Type, Url }) => {
    const url = absoluteUrl(Url, portalUrl)
    const isOwn = url !== undefined && new URL(url).origin === portalUrl
    return isOwn && types.includes(Type ?? '') ? { type: Type ?? '', url } : []
  })
  return types.flatMap((type) => found.find((each) => each.type === type)?.url ?? [])[0]
}

function pageFile(value: unknown, url: string): JsonFile {
  return { path: url, value, locationOf: () => url }
}

interface CalendarRange extends DayRange {
  /** For times of the portal that are an instant; null if it is unknown. */
  timeZone: string | null
}

const methods = ['GetCalendarMeetings', 'GetAllMeetings']

/**
 * A file for each year; and the lists of past meetings if all calendars lack them, because some portals keep only
 * future ones there.
 */
async function* readCalendars(api: JsonApi, range: CalendarRange): AsyncGenerator<JsonFile> {
  const method = { name: '' }
  const years = readYears(range, (calendarStartDate, calendarEndDate) =>
    readYear(api, { calendarStartDate, calendarEndDate }, method),
  )
  const calendars: JsonFile[] = []
  for await (const { url, rows } of years) calendars.push(calendarFile(url, rows, range))
  yield* calendars
  yield* readPast(api, calendars, range)
}

/** The past meetings of each type of meeting, for a portal whose calendar has only what is to come. */
async function* readPast(
  api: JsonApi,
  calendars: readonly JsonFile[],
  range: CalendarRange,
): AsyncGenerator<JsonFile> {
  const entries = calendars.flatMap(({ value }) => (value as { d: unknown[] }).d.map(fieldsOf))
  if (entries.some((fields) => fields.get('meetingpassed') === true)) return
  const url = methodUrl(api, 'PastMeetings')
  const types = entries.map((fields) => fields.get('meetingtype'))
  for (const type of new Set(types.filter((type) => typeof type === 'string'))) {
    const query = { type }
    const response = await api.post(url, query)
    if (response === undefined) return
    yield calendarFile(url, await allPages(api, { url, query }, response), range)
  }
}

// Some portals only have the second method.
async function readYear(api: JsonApi, days: object, method: { name: string }) {
  for (const name of method.name === '' ? methods : [method.name]) {
    const url = methodUrl(api, name)
    const response = await api.post(url, days)
    if (response === undefined) continue
    method.name = name
    return { url, rows: await allPages(api, { url, query: days }, response) }
  }
  throw new SourceError(
    `${methodUrl(api, methods[0] ?? '')} responded with 404: this is not the address of an eSCRIBE portal; nothing was imported`,
  )
}

function methodUrl(api: JsonApi, method: string): string {
  return api.urlOf(`MeetingsCalendarView.aspx/${method}`)
}

interface Listed {
  rows: unknown[]
  /** The number of all meetings, if the list has pages. */
  total: number | null
}

/** The list in `{"d": […]}`, or in `{"d": {"Meetings": […], "TotalCount": …}}`. */
function listIn(response: unknown): Listed | undefined {
  const list = fieldsOf(response).get('d')
  if (Array.isArray(list)) return { rows: list, total: null }
  const fields = fieldsOf(list)
  const rows = fields.get('meetings')
  const total = fields.get('totalcount')
  return Array.isArray(rows) ? { rows, total: typeof total === 'number' ? total : null } : undefined
}

async function allPages(
  api: JsonApi,
  { url, query }: { url: string; query: object },
  first: unknown,
): Promise<unknown[]> {
  const rows: unknown[] = []
  let response = first
  for (let page = 1; page <= pagesMax; page += 1) {
    const list = listIn(response)
    if (list === undefined)
      throw new SourceError(`${url} did not respond with a list of meetings; nothing was imported`)
    rows.push(...list.rows)
    if (list.total === null || list.rows.length === 0 || rows.length >= list.total) return rows
    response = await api.post(url, { ...query, pageNumber: page + 1 })
  }
  throw new SourceError(`${url} ${tooManyPages}`)
}

function calendarFile(url: string, rows: unknown[], range: CalendarRange): JsonFile {
  const entries = rows.map((row) => toEntry(row, range))
  return { path: url, value: { d: entries }, locationOf: (pointer) => `${url}#${pointer}` }
}

/** An entry with the names that the calendar's files have; versions of the portal spell them differently. */
function toEntry(row: unknown, { timeZone, today }: CalendarRange): unknown {
  const fields = fieldsOf(row)
  if (fields.size === 0) return row
  const find = (...names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null)
  const start = localTime(find('startdate', 'start'), timeZone)
  const date = typeof start === 'string' ? start.slice(0, 10).replaceAll('/', '-') : ''
  return {
    ID: find('id'),
    MeetingName: find('meetingname', 'meetingtype'),
    MeetingType: find('meetingtype'),
    StartDate: start,
    EndDate: localTime(find('enddate', 'end'), timeZone),
    Location: find('location', 'locationname'),
    Url: find('url', 'meetingurl'),
    ShareUrl: find('shareurl'),
    HasAgenda: find('hasagenda'),
    // The portal's own word is false for some meetings that were held.
    MeetingPassed: find('meetingpassed') === true || (date !== '' && date < today),
    Cancelled: find('cancelled'),
    MeetingDocumentLink: find('meetingdocumentlink', 'meetinglinks'),
  }
}

/** `/Date(ms)/` is an instant, everything else a local time. */
function localTime(value: unknown, timeZone: string | null): unknown {
  const [, milliseconds] = /^\/Date\((-?\d{1,14})\)\/$/.exec(String(value)) ?? []
  if (milliseconds === undefined || timeZone === null) return value
  const there = Temporal.Instant.fromEpochMilliseconds(Number(milliseconds))
  return there.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16)
}

function fieldsOf(value: unknown): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]))
}
