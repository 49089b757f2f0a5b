import { toUrl } from '../../core/web-url.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { MeetingStates } from '../kit/meeting-state.ts'
import { foldName, parseWrittenName, type WrittenName } from '../kit/person-names.ts'
import { isCancellationNotice } from '../kit/vocabulary.ts'
import { absoluteUrl, sharedUrl } from './links.ts'
import { bodyName, organizationKey } from './organizations.ts'
import { type Attendee, identifyAttendees, type People } from './people.ts'
import type { Minutes, PortalMeeting } from './read.ts'
import type { DocumentLink } from './schema.ts'

export function toMeeting(
  meeting: PortalMeeting,
  attendance: Attendance,
  files: MeetingDocuments,
  { portalUrl, states }: { portalUrl: string; states: MeetingStates },
): MeetingRecord {
  const { entry, start, end } = meeting
  const hasMinutes = files.hasMinutesLink || meeting.minutes !== null
  return {
    kind: 'meeting',
    key: meeting.id,
    // Without an agenda the calendar omits the URL, but the share link still contains it.
    source_url: absoluteUrl(entry.Url, portalUrl) ?? sharedUrl(entry.ShareUrl) ?? portalUrl,
    title: meeting.title,
    date: start.date,
    // The portal writes midnight for an unknown time.
    start_time: start.time === '00:00' ? null : start.time,
    end_time: end?.time ?? null,
    type: cleanLine(entry.MeetingType),
    organization_key: organizationKey(bodyName(meeting)),
    ...statusOf(meeting, { hasMinutes, files, states }),
    location: cleanLine(entry.Location),
    has_agenda: entry.HasAgenda ?? false,
    has_minutes: hasMinutes,
    has_transcript: false,
    agenda_url: files.agendaUrl,
    minutes_url: files.minutesUrl,
    video_url: files.videoUrl,
    chair_key: attendance.chairKey,
    attendance: attendance.rows,
    documents: files.documents,
  }
}

function statusOf(
  { entry, title, start, minutes, location }: PortalMeeting,
  {
    hasMinutes,
    files,
    states,
  }: { hasMinutes: boolean; files: MeetingDocuments; states: MeetingStates },
) {
  const isCancelled = files.announcesCancellation || entry.Cancelled === true
  if (isCancelled && !hasMinutes) return { status: 'cancelled' as const }
  return states.statusOf({
    subject: `${title} ${start.date}`,
    location,
    labels: [title, entry.MeetingType, entry.Location],
    comment: null,
    isRecorded: minutes !== null,
    hasMinutes,
    isOver: hasMinutes || entry.MeetingPassed === true,
  })
}

type Section = NonNullable<DocumentPart['sections']>[number]

/** A meeting's published files, and the URLs of the main ones. */
export interface MeetingDocuments {
  documents: DocumentPart[]
  agendaUrl: string | null
  minutesUrl: string | null
  videoUrl: string | null
  /** Whether the calendar links to minutes, even if their file is missing here. */
  hasMinutesLink: boolean
  announcesCancellation: boolean
}

const documentTypes: Record<string, string> = {
  Agenda: 'agenda',
  PostAgenda: 'agenda',
  AgendaCover: 'agenda_cover',
  PostMinutes: 'minutes',
  Minutes: 'minutes',
}

// The portal marks every additional document as English, even French ones, but with the language id 0.
const languages = new Map([
  [9, 'en'],
  [12, 'fr'],
])

/** The documents of a meeting; the text of the minutes becomes sections of the minutes. */
export function toDocuments(
  meeting: PortalMeeting,
  sections: Section[],
  portalUrl: string,
  diagnostics: Diagnostics,
): MeetingDocuments {
  const links = readLinks(meeting, portalUrl, diagnostics)
  const documents = links.filter((link) => link.type !== 'video')
  const minutes = documents.filter((link) => link.type === 'minutes')
  const minutesUrl = preferred(minutes) ?? meeting.minutes?.file.source_url ?? null
  const parts = documents.map(toPart)
  if (sections.length > 0) addSections(parts, minutesUrl, sections)
  return {
    documents: parts,
    agendaUrl: preferred(documents.filter((link) => link.type === 'agenda')) ?? null,
    minutesUrl,
    videoUrl:
      links.find((link) => link.type === 'video')?.url ??
      toUrl((meeting.minutes ?? meeting.agenda)?.file.video_url),
    hasMinutesLink: minutes.length > 0,
    announcesCancellation: documents.some(
      (link) => link.word === 'AdditionalDocuments' && isCancellationNotice(link.title),
    ),
  }
}

interface ReadLink {
  title: string
  url: string
  word: string
  type: string
  html: boolean
  language: string | null
}

function readLinks(
  meeting: PortalMeeting,
  portalUrl: string,
  diagnostics: Diagnostics,
): ReadLink[] {
  return (meeting.entry.MeetingDocumentLink ?? []).flatMap((link) => {
    const url = absoluteUrl(link.Url, portalUrl)
    const word = cleanLine(link.Type) ?? ''
    if (url !== undefined) {
      const title = cleanLine(link.Title) ?? (word === '' ? url : word)
      return toReadLink(link, { url, word, title })
    }
    diagnostics.addWarning({
      location: meeting.location,
      subject: `meeting ${meeting.id}`,
      reason: `the link of a document must be an http or https URL; found ${JSON.stringify(link.Url)}; omitted`,
    })
    return []
  })
}

function toReadLink(
  link: DocumentLink,
  read: { url: string; word: string; title: string },
): ReadLink {
  return {
    ...read,
    type: documentType(read.word, read.title),
    html: link.Format === 'HTML',
    language: languages.get(link.LanguageId ?? 0) ?? null,
  }
}

function documentType(word: string, title: string): string {
  if (word === 'Video') return 'video'
  if (word !== 'AdditionalDocuments') return documentTypes[word] ?? word
  return /notice|avis/i.test(title) || isCancellationNotice(title) ? 'notice' : 'additional'
}

function preferred(links: ReadLink[]): string | undefined {
  const english = links.filter((link) => link.language === 'en')
  const candidates = english.length > 0 ? english : links
  return (candidates.find((link) => link.html) ?? candidates[0])?.url
}

function toPart(link: ReadLink): DocumentPart {
  const part: DocumentPart = { title: link.title, url: link.url, language: link.language }
  return link.type === '' ? part : { ...part, type: link.type }
}

function addSections(parts: DocumentPart[], minutesUrl: string | null, sections: Section[]): void {
  const minutes = parts.find((part) => part.type === 'minutes' && part.url === minutesUrl)
  if (minutes !== undefined) {
    minutes.sections = sections
    return
  }
  const language = /[?&]lang=English\b/i.test(minutesUrl ?? '') ? 'en' : null
  parts.push({ title: 'Minutes', url: minutesUrl, type: 'minutes', language, sections })
}

type AttendanceRow = NonNullable<MeetingRecord['attendance']>[number]

/** Attendance of a meeting, and its chair if the minutes name one. */
export interface Attendance {
  rows: AttendanceRow[]
  attendees: Attendee[]
  chairKey: string | null
}

/** The attendance in the minutes, each person once in each list, identified only if that is certain. */
export function toAttendance(
  meeting: PortalMeeting,
  subject: string,
  people: People,
  diagnostics: Diagnostics,
): Attendance {
  const { minutes } = meeting
  if (minutes === null) return { rows: [], attendees: [], chairKey: null }
  const listed = [
    ...parseNames(minutes, 'present_attendees'),
    ...parseNames(minutes, 'absent_attendees'),
  ]
  const identities = identifyAttendees(
    people,
    listed.map((each) => each.name),
  )
  const warn = (location: string, reason: string) =>
    diagnostics.addWarning({ location, subject, reason })
  const rows = new Map<string, AttendanceRow>()
  listed.forEach(({ name, role, note, present, location }, index) => {
    const identity = identities[index]
    const key = identity?.key ?? null
    if (identity?.key === null) warn(location, `attendee "${name}" ${identity.reason}`)
    const mapKey = `${present} ${key ?? `?${foldName(name)}`}`
    const row = { person_key: key, name, role, present, ...(note === null ? {} : { reason: note }) }
    rows.set(mapKey, mergeRows(rows.get(mapKey), row))
    noteAppearance(people, key, { url: minutes.file.source_url, location })
  })
  const attendance = [...rows.values()]
  const attendees = attendance.map((row) => ({ key: row.person_key ?? null, name: row.name }))
  return {
    rows: attendance,
    attendees,
    chairKey: chairOf(attendance, (reason) => warn(minutes.at('/present_attendees'), reason)),
  }
}

/** The names in the attendance of a meeting. */
export function attendanceNames({ minutes }: PortalMeeting): string[] {
  if (minutes === null) return []
  const { present_attendees: present, absent_attendees: absent } = minutes.file
  return [...(present ?? []), ...(absent ?? [])].flatMap(
    (each) => parseWrittenName(each)?.name ?? [],
  )
}

interface ListedName extends WrittenName {
  present: boolean
  location: string
}

function parseNames(
  minutes: Minutes,
  list: 'present_attendees' | 'absent_attendees',
): ListedName[] {
  return (minutes.file[list] ?? []).flatMap((written, index) => {
    const parsed = parseWrittenName(written)
    if (parsed === null) return []
    const location = minutes.at(`/${list}/${index}`)
    return { ...parsed, present: list === 'present_attendees', location }
  })
}

function mergeRows(earlier: AttendanceRow | undefined, row: AttendanceRow): AttendanceRow {
  if (earlier === undefined) return row
  return {
    ...earlier,
    role:
      earlier.role === 'Member' ? (row.role ?? earlier.role) : (earlier.role ?? row.role ?? null),
    ...(earlier.reason ? {} : row.reason ? { reason: row.reason } : {}),
  }
}

function noteAppearance(
  people: People,
  key: string | null,
  seen: { url: string; location: string },
): void {
  const person = key === null ? undefined : people.byKey.get(key)
  if (person !== undefined) person.firstSeen ??= seen
}

// A joint meeting lists the chair of each committee, not who chaired the meeting.
function chairOf(rows: AttendanceRow[], warn: (reason: string) => void): string | null {
  const chairs = rows.filter((row) => row.role === 'Chair' && row.present)
  const [chair, ...others] = chairs
  if (others.length === 0) return chair?.person_key ?? null
  warn(`${chairs.map((row) => row.name).join(' and ')} are listed as Chair; no chair is recorded`)
  return null
}
