import { dayMs, isCalendarDate } from '../../core/calendar-date.ts'
import { foldKey } from '../../core/fold.ts'
import { parseWebUrl, toUrl } from '../../core/web-url.ts'
import type { AgendaItemRecord, MeetingRecord } from '../../record/meetings.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { EmitOnce } from '../kit/emit-once.ts'
import { elementsBelow, type HtmlElement, parseHtml } from '../kit/html-tree.ts'
import { inOrder } from '../kit/in-order.ts'
import type { JsonApi } from '../kit/json-api.ts'
import { type LocalTime, parseLocalTime } from '../kit/local-time.ts'
import { MeetingStates, withoutState } from '../kit/meeting-state.ts'
import { parseJson } from '../kit/parse-json.ts'
import { type DayRange, earliestStarts, openPortal, readYears } from '../kit/portal.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../kit/retries.ts'
import type { ShapeCheck } from '../kit/shape-issues.ts'
import { findBodyKind } from '../kit/vocabulary.ts'
import { type ImportSource, SourceError, type SourceItem } from '../source.ts'
import {
  documentGroups,
  documentTypes,
  isCalledOff,
  isDraft,
  isNotMeeting,
  isPageNumber,
  isVideoLink,
  noticeIn,
  pdfTypes,
  splitMarker,
  withoutDate,
} from './labels.ts'
import { type Meeting, type MeetingData, type MeetingDocument, shapeChecks } from './schema.ts'

// The portals state no limit; four requests a second are those of one visitor, also where the network delays one by 200 ms.
const pauseMs = 300

/** CivicWeb of iCompass and Diligent, a meeting portal used by most smaller Canadian councils. */
export const civicweb = civicwebSource({ ...defaultFetchPolicy, pauseMs })

export function civicwebSource(policy: FetchPolicy): ImportSource {
  return {
    name: 'civicweb',
    describe: 'the URL of a portal, https://<town>.civicweb.net',
    takes: ['since', 'resume'],
    sharedDomains: ['civicweb.net'],
    async open(location, options = {}) {
      const platform = {
        name: 'civicweb',
        example: 'https://<town>.civicweb.net',
        paths: ['Services/MeetingsService.svc/meetings', 'Portal/MeetingSchedule.aspx'],
        policy,
      }
      const { api, url, range, opened } = await openPortal(location, platform, options)
      const diagnostics = new Diagnostics()
      const [emitted, states] = [new EmitOnce(), new MeetingStates()]
      const portal = { api, url, range, diagnostics, emitted, states }
      return { ...opened, items: readItems(portal, policy.concurrency) }
    },
  }
}

/** An open portal, and what its meetings share. */
interface Portal {
  api: JsonApi
  url: string
  range: DayRange
  diagnostics: Diagnostics
  emitted: EmitOnce
  states: MeetingStates
}

async function* readItems(portal: Portal, ahead: number): AsyncGenerator<SourceItem> {
  const { api, diagnostics, states } = portal
  try {
    const meetings = await readMeetings(portal)
    for await (const meeting of inOrder(meetings, ahead, (each) => readMeeting(each, portal))) {
      yield* meetingItems(meeting, portal)
      yield* diagnostics.drain()
    }
    yield* states.warnings()
    yield* diagnostics.drain()
    yield* diagnostics.missingEndpoints()
  } finally {
    api.stop()
  }
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

interface PortalMeeting extends ListedMeeting {
  documents: readonly MeetingDocument[]
  data: MeetingData
  videoId: string | null
  /** When items begin in the recording, in seconds, by their ids. */
  timestamps: ReadonlyMap<number, number>
}

const service = 'Services/MeetingsService.svc/meetings'

/** The meetings of the calendar in chronological order. Throws `SourceError` if there is no calendar. */
async function readMeetings(portal: Portal): Promise<ListedMeeting[]> {
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
    return (
      !published.has(identityOf(meeting)) &&
      (start.date >= range.today || isCalledOff(name, start.date))
    )
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

/** The documents of a meeting, and links to its video. An unpublished meeting has none. */
async function readMeeting(meeting: ListedMeeting, portal: Portal): Promise<PortalMeeting> {
  if (!meeting.isPublished)
    return { ...meeting, documents: [], data: {}, videoId: null, timestamps: new Map() }
  const { api, diagnostics } = portal
  const id = meeting.entry.Id
  const path = `${service}/${id}`
  const find = async <T>(check: ShapeCheck<T>, path: string, subject: string) => {
    const url = api.urlOf(path)
    const value = withoutWrapping(await api.find(url))
    if (value === undefined) diagnostics.missing(subject, url)
    // One odd meeting does not reject a portal; a new form of all documents does.
    else if (subject !== 'documents')
      return diagnostics.validateOptional(check, value, { location: url, subject })
    else return diagnostics.validate(check, value, { location: url, subject })
    return undefined
  }
  const documents = await find(shapeChecks.documents, `${path}/meetingDocuments`, 'documents')
  const data = await find(shapeChecks.data, `${path}/meetingData`, 'links')
  const videos = await find(shapeChecks.videos, `api/videolink/${id}`, 'videos')
  const video = videos?.find(({ ShowVideoLink, YouTube }) => ShowVideoLink === true && YouTube)
  const events =
    video && (await find(shapeChecks.timestamps, `api/geteventwithindexpoints/${id}`, 'timestamps'))
  return {
    ...meeting,
    documents: publicDocuments(documents ?? [], meeting, portal),
    data: data ?? {},
    videoId: video?.YouTubeEventId || null,
    timestamps: toTimestamps(events ?? []),
  }
}

function toTimestamps(events: readonly { LocalIndexPoints?: unknown }[]) {
  const points = events.flatMap(({ LocalIndexPoints: list }) => (Array.isArray(list) ? list : []))
  return earliestStarts(
    points
      .filter((point) => shapeChecks.timestamp.Check(point))
      .map(({ RelatedItem, Value }) => [RelatedItem, Value]),
  )
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
      const isOpen = IsPublic !== false || pdfTypes.includes(DocumentType ?? 0)
      const day = from?.slice(0, 10) ?? ''
      // A day that is not understood may be one to come.
      return isOpen && (day === '' || (isCalendarDate(day) && day <= range.today))
    },
  )
  const reason = 'those that the portal does not show to everybody are skipped'
  if (found.length < documents.length)
    diagnostics.addWarningOnce({ location, subject: 'documents', reason })
  return found
}

/** A meeting with its body and its agenda. */
function* meetingItems(meeting: PortalMeeting, portal: Portal): Generator<SourceItem> {
  const { emitted, url } = portal
  const { entry, start, location, documents } = meeting
  const [key, { date }] = [String(entry.Id), start]
  const title = withoutDate(meeting.name, date)
  const name = meeting.type ?? withoutState(title)
  const organization_key =
    meeting.type === null ? `name:${foldKey(name)}` : `type:${entry.TypeId ?? foldKey(name)}`
  const classification = findBodyKind(name)
  yield* emitted.record(
    { kind: 'organization', key: organization_key, source_url: url, name, classification },
    location,
  )
  const written = documents.find((each) => typeOf(each) === 'agenda' && each.Html)
  const agendaUrl = written === undefined ? url : documentUrl(written, url)
  const { head, items } = readAgenda(written?.Html ?? '', key, agendaUrl)
  if (written !== undefined && items.length === 0) warnOfForm(meeting, agendaUrl, portal)
  const covers = documents.flatMap(({ AgendaCover }) => linesIn(AgendaCover))
  const record: MeetingRecord = {
    kind: 'meeting',
    key,
    source_url: `${url}/Portal/MeetingInformation.aspx?Org=Cal&Id=${key}`,
    title,
    date,
    // The portal writes midnight for an unknown time.
    start_time: start.time === '00:00' ? null : start.time,
    type: meeting.type,
    organization_key,
    ...statusOf(meeting, noticeIn([...covers, ...head], { name: meeting.name, date }), portal),
    location: cleanLine(entry.MeetingLocation),
    ...filesOf(meeting, url),
    has_transcript: false,
  }
  yield* emitted.record(record, location)
  for (const item of items) {
    const video_seconds = meeting.timestamps.get(Number(/\d+$/.exec(item.key)?.[0])) ?? null
    yield* emitted.record({ ...item, video_seconds }, agendaUrl)
  }
}

function statusOf(
  { name, start, documents, isPublished, location }: PortalMeeting,
  notice: string | null,
  { states, range }: Portal,
) {
  const minutes = documents.filter((each) => typeOf(each) === 'minutes')
  const hasMinutes = minutes.length > 0
  if (isNotMeeting(name)) return { status: 'cancelled' as const, status_note: name }
  return states.statusOf({
    subject: `${name} ${start.date}`,
    location,
    labels: [name, withoutDate(name, start.date), notice],
    comment: null,
    // Clerks also file minutes as PDF for a meeting that they cancelled.
    isRecorded: minutes.some(({ Html }) => !!Html),
    hasMinutes,
    isOver: hasMinutes || (isPublished && start.date < range.today),
  })
}

function filesOf({ documents, data, videoId }: PortalMeeting, portal: string) {
  const parts = documents.map((each) => toPart(each, portal))
  const links = [
    [data.MeetingExternalLinkName, data.MeetingExternalLinkUrl],
    [data.MeetingExternalMinutesLinkName, data.MeetingExternalMinutesLinkUrl],
  ].flatMap(([name, address]) => {
    const url = toUrl(address)
    return url === null ? [] : [{ title: cleanLine(name) ?? url, url }]
  })
  const urlOf = (type: string) => parts.find((part) => part.type === type)?.url ?? null
  const recorded = videoId && `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
  return {
    has_agenda: urlOf('agenda') !== null,
    has_minutes: urlOf('minutes') !== null,
    agenda_url: urlOf('agenda'),
    minutes_url: urlOf('minutes'),
    video_url: recorded ?? links.find(({ title }) => isVideoLink(title))?.url ?? null,
    documents: [...parts, ...links.filter(({ title }) => !isVideoLink(title))],
  }
}

/** A document; the text of minutes can be searched, and is not read into motions. */
function toPart(document: MeetingDocument, portal: string): DocumentPart {
  const type = typeOf(document)
  const name = cleanLine(document.Name) ?? `Document ${document.Id}`
  const isPdf = pdfTypes.includes(document.DocumentType ?? 0)
  const text = type === 'minutes' ? cleanText(document.Html) : null
  return {
    title: isPdf ? `${name} (PDF)` : name,
    url: documentUrl(document, portal),
    type,
    ...(text === null ? {} : { sections: [{ text }] }),
  }
}

function typeOf({ DocumentType, Type }: MeetingDocument): 'agenda' | 'minutes' | null {
  return documentTypes[DocumentType ?? 0] ?? documentGroups[Type ?? 0] ?? null
}

function documentUrl({ Id }: MeetingDocument, portal: string): string {
  return `${portal}/document/${Id}`
}

function warnOfForm({ name, start }: PortalMeeting, location: string, { diagnostics }: Portal) {
  const reason = 'is not an agenda of a known form; its items are not read'
  diagnostics.addWarning({ location, subject: `${name} ${start.date}`, reason })
}

interface Agenda {
  /** The lines above the first item. */
  head: readonly string[]
  items: readonly AgendaItemRecord[]
}

// Above each heading and item is an anchor with the portal's id for it.
const anchor = /^Agenda(Heading|Item)\d+$/

/** Reads the HTML of an agenda. Without a known form it has no items. */
function readAgenda(html: string, meetingKey: string, url: string): Agenda {
  const page = parseHtml(html)
  const links = page === undefined ? [] : [...elementsBelow(page, ({ name }) => name === 'a')]
  const seen = new Set<string>()
  const anchors = links.filter(({ attributes: { name = '' } }) => {
    const isNew = anchor.test(name) && !seen.has(name)
    seen.add(name)
    return isNew
  })
  const items: AgendaItemRecord[] = []
  const above = new ItemsAbove()
  let at = 0
  for (const [index, own] of anchors.entries()) {
    const { start, attributes } = own
    const next = anchors[index + 1]
    const end = next?.start ?? html.length
    // From the last position, because a page may have thousands of both.
    at = links.indexOf(own, at) + 1
    const within = links.slice(at, next && links.indexOf(next, at))
    const attachments = within.flatMap((link) => toAttachment(link, url))
    const [first, ...rest] = linesIn(html.slice(start, end))
    const { number, title = rest.shift() } = splitMarker(first ?? '')
    const name = title ?? number
    if (!name) continue
    const item: AgendaItemRecord = {
      kind: 'agenda_item',
      key: `${meetingKey}:${attributes.name}`,
      source_url: url,
      meeting_key: meetingKey,
      parent_key: above.parentOf(attributes.name ?? '', number),
      position: items.length + 1,
      item_number: number,
      title: name,
      description: describe(rest, attachments),
      documents: attachments,
    }
    items.push(item)
    above.add(item)
  }
  // Without items, all lines could be of the agenda itself.
  const [first] = anchors
  return { head: first === undefined ? [] : linesIn(html.slice(0, first.start)), items }
}

function linesIn(html: string | null | undefined): string[] {
  return cleanText(html)?.split('\n').filter(Boolean) ?? []
}

/** The items above one, by their numbers. */
class ItemsAbove {
  readonly #byNumber = new Map<string, AgendaItemRecord>()
  #heading: AgendaItemRecord | undefined

  add(item: AgendaItemRecord): void {
    if (item.item_number) this.#byNumber.set(item.item_number, item)
    if (item.key.includes(':AgendaHeading')) this.#heading = item
  }

  /** The key of the last item with the beginning of the number, or else of the heading above an item. */
  parentOf(name: string, number: string | null): string | null {
    const levels = number?.split('.') ?? []
    const byNumber = levels
      .flatMap((_, n) => this.#byNumber.get(levels.slice(0, n).join('.')) ?? [])
      .sort((a, b) => b.position - a.position)
    const heading = name.startsWith('AgendaItem') ? this.#heading : undefined
    return (byNumber[0] ?? heading)?.key ?? null
  }
}

function describe(lines: readonly string[], attachments: readonly DocumentPart[]): string | null {
  const names = new Set(attachments.map(({ title }) => title))
  return lines.filter((line) => !names.has(line) && !isPageNumber(line)).join('\n') || null
}

function toAttachment({ attributes, html }: HtmlElement, base: string): DocumentPart[] {
  const { href = '' } = attributes
  const url = parseWebUrl(href, base)
  if (url === undefined || href === '' || href.startsWith('#')) return []
  return [{ title: cleanLine(html) ?? url.href, url: url.href }]
}
