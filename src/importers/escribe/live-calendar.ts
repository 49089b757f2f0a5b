import { Temporal } from 'temporal-polyfill'
import { type JsonApi, pagesMax, tooManyPages } from '../kit/json-api.ts'
import type { JsonFile } from '../kit/json-files.ts'
import { type DayRange, readYears } from '../kit/portal.ts'
import { SourceError } from '../source.ts'

export interface CalendarRange extends DayRange {
  /** For times of the portal that are an instant; null if it is unknown. */
  timeZone: string | null
}

const methods = ['GetCalendarMeetings', 'GetAllMeetings']

/** The calendars of a portal, a file for each year, and lists of past meetings if no calendar has any. */
export async function* readCalendars(api: JsonApi, range: CalendarRange): AsyncGenerator<JsonFile> {
  const method = { name: '' }
  const years = readYears(range, (calendarStartDate, calendarEndDate) =>
    readYear(api, { calendarStartDate, calendarEndDate }, method),
  )
  const calendars: JsonFile[] = []
  for await (const { url, rows } of years) calendars.push(toFile(url, rows, range))
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
    yield toFile(url, await allPages(api, { url, query }, response), range)
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

function toFile(url: string, rows: unknown[], range: CalendarRange): JsonFile {
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
