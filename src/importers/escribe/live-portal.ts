import { cleanLine } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { inOrder } from '../kit/in-order.ts'
import type { JsonApi } from '../kit/json-api.ts'
import type { JsonFile } from '../kit/json-files.ts'
import { type CalendarMeeting, collectMeetings } from './calendar.ts'
import { isNotMeeting } from './labels.ts'
import { absoluteUrl } from './links.ts'
import { type CalendarRange, readCalendars } from './live-calendar.ts'
import { readMeetingPage } from './meeting-page.ts'
import { type Minutes, readMinutes } from './minutes.ts'
import type { Portal, PortalMeeting } from './read.ts'

interface LiveOptions extends CalendarRange {
  /** The number of pages that are read concurrently. */
  ahead: number
}

/** The calendar of a portal, and the minutes of each meeting, or else its agenda. Throws `SourceError`. */
export async function readLivePortal(
  api: JsonApi,
  portalUrl: string,
  { ahead, ...range }: LiveOptions,
): Promise<Portal> {
  const diagnostics = new Diagnostics()
  const meetings = await readCalendar(api, range, diagnostics)
  const read: PortalMeeting[] = []
  const reader = { api, portalUrl, diagnostics }
  for await (const meeting of inOrder(meetings, ahead, (each) => readPages(each, reader)))
    read.push(meeting)
  return { url: portalUrl, licence: null, asOf: null, roster: [], meetings: read, diagnostics }
}

async function readCalendar(
  api: JsonApi,
  range: CalendarRange,
  diagnostics: Diagnostics,
): Promise<CalendarMeeting[]> {
  const files: JsonFile[] = []
  for await (const file of readCalendars(api, range)) files.push(file)
  const { meetings } = collectMeetings(files, diagnostics)
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
  return meetings.filter(
    (meeting) => !isOther(meeting) && (range.from === null || meeting.start.date >= range.from),
  )
}

interface Reader {
  api: JsonApi
  portalUrl: string
  diagnostics: Diagnostics
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
  { api, portalUrl, diagnostics }: Reader,
): Promise<Minutes | null> {
  const [type] = types
  const url = pageUrl(meeting, types, portalUrl)
  if (url === undefined) return null
  const html = await api.findPage(url)
  if (html === undefined) {
    diagnostics.missing(type === 'PostMinutes' ? 'minutes' : 'agendas', url)
    return null
  }
  const subject = `${meeting.title} ${meeting.start.date}`
  const isAgenda = type === 'PostAgenda'
  const page = readMeetingPage(html, { url, isAgenda, subject, diagnostics })
  if ('file' in page) return readMinutes(toFile(page.file, url), diagnostics) ?? null
  diagnostics.addWarning({ location: url, subject, reason: page.reason })
  return null
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

function toFile(value: unknown, url: string): JsonFile {
  return { path: url, value, locationOf: () => url }
}
