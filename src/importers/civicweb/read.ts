import { dayMs } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { elementsBelow, parseHtml } from '../kit/html-tree.ts'
import type { JsonApi } from '../kit/json-api.ts'
import { type LocalTime, parseLocalTime } from '../kit/local-time.ts'
import { parseJson } from '../kit/parse-json.ts'
import { type DayRange, readYears } from '../kit/portal.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import { SourceError } from '../source.ts'
import { isCalledOff, isDraft, openTypes } from './labels.ts'
import { type Meeting, type MeetingData, type MeetingDocument, shapeChecks } from './schema.ts'

export interface Portal {
  api: JsonApi
  url: string
  range: DayRange
  diagnostics: Diagnostics
}

/** A meeting of the calendar. */
interface ListedMeeting {
  entry: Meeting
  name: string
  start: LocalTime
  /** The name of its type, which is that of the body; null if the portal does not say it. */
  type: string | null
  isPublished: boolean
  location: string
}

export interface PortalMeeting extends ListedMeeting {
  documents: readonly MeetingDocument[]
  data: MeetingData
  videoId: string | null
  /** When items begin in the recording, in seconds, by their ids. */
  timestamps: ReadonlyMap<number, number>
}

const service = 'Services/MeetingsService.svc/meetings'

/** The meetings of the calendar in chronological order. Throws `SourceError` if there is no calendar. */
export async function readMeetings(portal: Portal): Promise<ListedMeeting[]> {
  const entries: { entry: Meeting; location: string }[] = []
  for await (const { url, rows } of readYears(portal.range, (from, to) =>
    readList(portal, from, to),
  ))
    entries.push(...rows.flatMap((row) => readEntry(row, url, portal)))
  rejectIfEmpty(entries, portal)
  const types = entries.every(({ entry }) => cleanLine(entry.MeetingTypeName) !== null)
    ? new Map<number, string>()
    : await readTypes(portal)
  const meetings = entries.flatMap((each) => toMeeting(each, types, portal))
  const untyped = meetings.find(({ type }) => type === null)
  if (untyped !== undefined)
    portal.diagnostics.addWarning({
      location: untyped.location,
      subject: 'calendar',
      reason:
        'does not name the types of some meetings; their bodies have the names of the meetings',
    })
  return withoutUnpublished(meetings, portal).sort((left, right) =>
    orderOf(left) < orderOf(right) ? -1 : 1,
  )
}

function orderOf({ entry, start }: ListedMeeting): string {
  return `${start.date} ${start.time ?? ''} ${String(entry.Id).padStart(12, '0')}`
}

async function readList({ api }: Portal, from: string, to: string) {
  const url = api.urlOf(service, { from, to })
  const list = await api.find(url)
  const reason =
    list === undefined ? 'responded with 404' : 'did not respond with a list of meetings'
  if (!Array.isArray(list))
    throw new SourceError(
      `${url} ${reason}: this is not the address of a CivicWeb portal; nothing was imported`,
    )
  // A server that ignores the days responds to each request with the same list.
  const rows = list.filter((row: unknown) => {
    const day = (row as { MeetingDate?: unknown } | null)?.MeetingDate
    return typeof day !== 'string' || (day.slice(0, 10) >= from && day.slice(0, 10) <= to)
  })
  return { url, rows }
}

function readEntry(row: unknown, url: string, { diagnostics }: Portal) {
  const subject = `meeting ${(row as { Id?: unknown } | null)?.Id ?? 'without Id'}`
  const entry = diagnostics.validate(shapeChecks.meeting, row, { location: url, subject })
  return entry === undefined ? [] : [{ entry, location: url }]
}

function rejectIfEmpty(entries: readonly unknown[], { url, range, diagnostics }: Portal): void {
  const yearAgo = new Date(Date.parse(range.today) - 365 * dayMs).toISOString()
  if (entries.length > 0 || diagnostics.hasErrors) return
  if (range.from !== null && range.from > yearAgo.slice(0, 10)) return
  throw new SourceError(
    `${url} lists no meetings; nothing was imported: if the council has moved to another portal, give the address of that one`,
  )
}

/** The names of the types of meetings, from the list of the portal's schedule; older versions have them only there. */
async function readTypes({ api }: Portal): Promise<Map<number, string>> {
  const url = api.urlOf('Portal/MeetingSchedule.aspx')
  const page = parseHtml((await api.findPage(url)) ?? '')
  const lists = page === undefined ? [] : [...elementsBelow(page, ({ name }) => name === 'select')]
  const list = lists.find(({ attributes }) => /MeetingTypes$/.test(attributes.id ?? ''))
  if (list === undefined) return new Map()
  const options = [...elementsBelow(list, ({ name }) => name === 'option')]
  return new Map(
    options.flatMap(({ attributes, html }) => {
      const [id, name] = [Number(attributes.value), cleanLine(html)]
      return id > 0 && name !== null ? [[id, name]] : []
    }),
  )
}

function toMeeting(
  { entry, location }: { entry: Meeting; location: string },
  types: ReadonlyMap<number, string>,
  { diagnostics }: Portal,
): ListedMeeting[] {
  const subject = `meeting ${entry.Id}`
  const name = cleanLine(entry.Name)
  const start = parseLocalTime(entry.MeetingDateTime) ?? parseLocalTime(entry.MeetingDate)
  if (name === null || start === null) {
    const reason =
      name === null
        ? 'has no Name; the meeting is omitted'
        : `MeetingDateTime must be a real date and time written YYYY-MM-DD HH:MM; found ${JSON.stringify(entry.MeetingDateTime)}; the meeting is omitted`
    const omitted = { kind: 'meeting' as const, key: String(entry.Id) }
    diagnostics.addWarning({ location, subject, reason, omitted })
    return []
  }
  const type = cleanLine(entry.MeetingTypeName) ?? types.get(entry.TypeId ?? 0) ?? null
  return [{ entry, name, start, type, isPublished: entry.Published !== false, location }]
}

/** Without drafts, entries that another one replaces, and unpublished ones of the past, of which nothing is known. */
function withoutUnpublished(
  meetings: readonly ListedMeeting[],
  { range, diagnostics }: Portal,
): ListedMeeting[] {
  const identityOf = ({ name, start }: ListedMeeting) => `${name} ${start.date} ${start.time}`
  const published = new Set(meetings.filter((each) => each.isPublished).map(identityOf))
  const isKept = (meeting: ListedMeeting) => {
    const { name, start, isPublished } = meeting
    if (isDraft(name) || isPublished) return !isDraft(name)
    return !published.has(identityOf(meeting)) && (start.date >= range.today || isCalledOff(name))
  }
  const skipped = meetings.filter((meeting) => !isKept(meeting))
  const [first] = skipped
  if (first !== undefined)
    diagnostics.addWarning({
      location: first.location,
      subject: 'calendar',
      reason: `has drafts and unpublished meetings, which are skipped: ${skipped.length}; first: ${first.name} ${first.start.date}`,
    })
  return meetings.filter(isKept)
}

const noData: MeetingData = {}
const noTimestamps: ReadonlyMap<number, number> = new Map()

/** The documents of a meeting, and links to its video. An unpublished meeting has none. */
export async function readMeeting(meeting: ListedMeeting, portal: Portal): Promise<PortalMeeting> {
  if (!meeting.isPublished)
    return { ...meeting, documents: [], data: noData, videoId: null, timestamps: noTimestamps }
  const { api, diagnostics } = portal
  const id = meeting.entry.Id
  const path = `${service}/${id}`
  const find = async <T>(check: ShapeCheck<T>, path: string, subject: string) => {
    const url = api.urlOf(path)
    const value = withoutWrapping(await api.find(url))
    if (value === undefined) diagnostics.missing(subject, url)
    else return diagnostics.validate(check, value, { location: url, subject })
    return undefined
  }
  const documents = await find(shapeChecks.documents, `${path}/meetingDocuments`, 'documents')
  const data = await find(shapeChecks.data, `${path}/meetingData`, 'links')
  const videos = await find(shapeChecks.videos, `api/videolink/${id}`, 'videos')
  const video = videos?.find(({ ShowVideoLink, YouTube }) => ShowVideoLink === true && YouTube)
  const timestamps = video
    ? toTimestamps(
        await find(shapeChecks.timestamps, `api/geteventwithindexpoints/${id}`, 'timestamps'),
      )
    : noTimestamps
  return {
    ...meeting,
    documents: publicDocuments(documents ?? [], meeting, portal),
    data: data ?? noData,
    videoId: video?.YouTubeEventId || null,
    timestamps,
  }
}

function toTimestamps(events: readonly { LocalIndexPoints?: unknown }[] | undefined) {
  const points = events?.flatMap(({ LocalIndexPoints: list }) => (Array.isArray(list) ? list : []))
  const timestamps = new Map<number, number>()
  for (const point of points ?? []) {
    if (!shapeChecks.timestamp.Check(point)) continue
    const seconds = Math.floor(point.Value)
    timestamps.set(
      point.RelatedItem,
      Math.min(seconds, timestamps.get(point.RelatedItem) ?? seconds),
    )
  }
  return timestamps
}

/** The value in `{"Documents": …}` or in a string of JSON, as some versions wrap it. */
function withoutWrapping(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'Documents' in value) return value.Documents
  if (typeof value !== 'string') return value
  const parsed = parseJson(value.trim() || '[]')
  return parsed.ok ? parsed.value : value
}

function publicDocuments(
  documents: readonly MeetingDocument[],
  { location }: ListedMeeting,
  { range, diagnostics }: Portal,
): MeetingDocument[] {
  const found = documents.filter(
    ({ DocumentType, IsPublic, PublicReleaseDelayDateString: from }) => {
      const isOpen = IsPublic !== false || openTypes.includes(DocumentType ?? 0)
      return isOpen && (!from || from.slice(0, 10) <= range.today)
    },
  )
  const reason = 'those that the portal does not show to everybody are skipped'
  if (found.length < documents.length)
    diagnostics.addWarningOnce({ location, subject: 'documents', reason })
  return found
}
