import { foldKey } from '../../core/fold.ts'
import { toUrl } from '../../core/web-url.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import type { EmitOnce } from '../kit/emit-once.ts'
import { type MeetingStates, withoutState } from '../kit/meeting-state.ts'
import { findBodyKind } from '../kit/vocabulary.ts'
import type { MeetingRecord } from '../records/meetings.ts'
import type { DocumentPart } from '../records/record-schema.ts'
import type { SourceItem } from '../source.ts'
import { linesIn, readAgenda } from './agenda.ts'
import {
  documentGroups,
  documentTypes,
  isNotMeeting,
  isVideoLink,
  noticeIn,
  pdfTypes,
  withoutDate,
} from './labels.ts'
import type { Portal, PortalMeeting } from './read.ts'
import type { MeetingDocument } from './schema.ts'

interface Mapping extends Portal {
  emitted: EmitOnce
  states: MeetingStates
}

/** A meeting with its body and its agenda. */
export function* meetingItems(meeting: PortalMeeting, mapping: Mapping): Generator<SourceItem> {
  const { emitted, url: portal } = mapping
  const { entry, start, location, documents } = meeting
  const key = String(entry.Id)
  const title = withoutDate(meeting.name, start.date)
  const name = meeting.type ?? withoutState(title)
  const organization_key =
    meeting.type === null ? `name:${foldKey(name)}` : `type:${entry.TypeId ?? foldKey(name)}`
  const classification = findBodyKind(name)
  yield* emitted.record(
    { kind: 'organization', key: organization_key, source_url: portal, name, classification },
    location,
  )
  const written = documents.find((each) => typeOf(each) === 'agenda' && each.Html)
  const agendaUrl = written === undefined ? portal : documentUrl(written, portal)
  const { head, items } = readAgenda(written?.Html ?? '', key, agendaUrl)
  if (written !== undefined && items.length === 0) warnOfForm(meeting, agendaUrl, mapping)
  const covers = documents.flatMap(({ AgendaCover }) => linesIn(AgendaCover))
  const record: MeetingRecord = {
    kind: 'meeting',
    key,
    source_url: `${portal}/Portal/MeetingInformation.aspx?Org=Cal&Id=${key}`,
    title,
    date: start.date,
    // The portal writes midnight for an unknown time.
    start_time: start.time === '00:00' ? null : start.time,
    type: meeting.type,
    organization_key,
    ...statusOf(
      meeting,
      noticeIn([...covers, ...head], { name: meeting.name, date: meeting.start.date }),
      mapping,
    ),
    location: cleanLine(entry.MeetingLocation),
    ...filesOf(meeting, portal),
    has_transcript: false,
  }
  yield* emitted.record(record, location)
  for (const item of items) {
    const id = Number(/\d+$/.exec(item.key)?.[0])
    const video_seconds = meeting.timestamps.get(id) ?? null
    yield* emitted.record({ ...item, video_seconds }, agendaUrl)
  }
}

function statusOf(
  { name, start, documents, isPublished, location }: PortalMeeting,
  notice: string | null,
  { states, range }: Mapping,
) {
  const minutes = documents.filter((each) => typeOf(each) === 'minutes')
  const hasMinutes = minutes.length > 0
  if (isNotMeeting(name)) return { status: 'cancelled' as const, status_note: name }
  return states.statusOf({
    subject: `${name} ${start.date}`,
    location,
    labels: [name, notice],
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
