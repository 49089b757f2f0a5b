import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine } from '../kit/clean-text.ts'

// Legistar's objects, for both the Web API and archives. Ids are Legistar's, texts are clean, and blanks and zero dates
// are null.

interface Located {
  /** `file`, `file#pointer` or a URL. */
  location: string
}

/** A body: the council, a committee, an office. */
export interface Body extends Located {
  id: number
  name: string
  /** The body's type in words, for example `Primary Legislative Body`. */
  type: string | null
  url: string | null
}

export interface Person extends Located {
  id: number
  name: string
  givenName: string | null
  familyName: string | null
  url: string | null
  contacts: Contact[]
}

export interface Contact {
  type: 'address' | 'email' | 'url' | 'fax' | 'voice'
  value: string
  note: string | null
}

/** A person's time in a body. */
export interface OfficeRecord extends Located {
  id: number
  personId: number
  bodyId: number
  title: string | null
  memberType: string | null
  /** YYYY-MM-DD. */
  start: string | null
  end: string | null
}

/** A meeting. */
export interface Event extends Located {
  id: number
  bodyId: number
  bodyName: string
  /** YYYY-MM-DD; `time` is HH:MM, both local. */
  date: string
  time: string | null
  /** Words instead of a time: `Immediately following Council`. */
  timeWords: string | null
  venue: string | null
  comment: string | null
  agendaStatus: string | null
  agendaUrl: string | null
  minutesUrl: string | null
  videoUrl: string | null
  siteUrl: string | null
  /** ISO 8601, UTC. */
  lastModified: string | null
  items: EventItem[]
}

/** A line of a meeting's agenda or minutes. The step in the matter's history has the same id. */
export interface EventItem extends Located {
  id: number
  /** The position in the minutes, or on the agenda if there are no minutes. */
  sequence: number
  number: string | null
  title: string | null
  agendaNote: string | null
  minutesNote: string | null
  matterId: number | null
  matterFile: string | null
  matterName: string | null
  matterType: string | null
  matterStatus: string | null
  attachments: Attachment[]
  rollCall: Ballot[]
  action: Action
}

/** What happened to a matter, in a meeting or outside one. */
export interface Action {
  name: string | null
  text: string | null
  /** What the minutes say besides, for example who was opposed in a voice vote. */
  note: string | null
  result: string | null
  /** Another result that its words or its flag state. */
  otherResult?: string
  mover: Member | null
  seconder: Member | null
  /** Null if this part of the source has no votes. */
  votes: Ballot[] | null
}

/** A reference to a person; the id is null if only the name is given. */
export interface Member {
  id: number | null
  name: string
}

/** One person's vote or roll-call response. */
export interface Ballot extends Member {
  value: string
}

export interface Attachment {
  name: string
  url: string | null
}

/** An ordinance, a resolution or a report. */
export interface Matter extends Located {
  id: number
  file: string | null
  name: string | null
  title: string | null
  type: string | null
  status: string | null
  summary: string | null
  text: string | null
  /** YYYY-MM-DD. */
  introduced: string | null
  /** Legistar names the field "passed"; in New York, it is the date of becoming law. */
  finalAction: string | null
  enacted: string | null
  enactmentNumber: string | null
  siteUrl: string | null
  /** ISO 8601, UTC. */
  lastModified: string | null
  /** The first is the primary sponsor. */
  sponsors: Member[]
  attachments: Attachment[]
  history: HistoryStep[]
}

/** A step of a matter's history. */
export interface HistoryStep extends Located {
  id: number
  /** Null for a step outside a meeting. */
  eventId: number | null
  bodyId: number | null
  bodyName: string | null
  date: string | null
  /** The position among the items of its meeting. */
  sequence: number
  action: Action
}

type Nullish<T> = T | null | undefined

/** The date of a Legistar timestamp, which is local despite any offset; null for Legistar's zero date. */
export function toDate(timestamp: Nullish<string>): string | null {
  const date = timestamp?.slice(0, 10) ?? ''
  return isCalendarDate(date) && date > '1600' ? date : null
}

/** The instant of a Legistar timestamp in UTC, with or without its Z; null for an invalid one. */
export function toInstant(timestamp: Nullish<string>): string | null {
  const time = Date.parse(`${(timestamp ?? '').replace(/Z$/, '')}Z`)
  return Number.isNaN(time) || time < 0 ? null : new Date(time).toISOString()
}

/** The position in the minutes, or on the agenda if there are no minutes. */
export function toSequence(minutes: Nullish<number>, agenda: Nullish<number>): number {
  return Math.max(0, minutes || agenda || 0)
}

/** A reference to a person; Legistar writes 0 for no id. */
export function toMember(id: Nullish<number>, name: Nullish<string>): Member {
  return { id: id || null, name: cleanLine(name) ?? '' }
}

/** One of the two offices of a person. */
type Office = Record<'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax', Nullish<string>>

export function contact(
  type: Contact['type'],
  value: Nullish<string>,
  note: string | null = null,
): Contact[] {
  const line = cleanLine(value)
  return line === null ? [] : [{ type, value: line, note }]
}

/** The contact details of an office; a town without a street is omitted. */
export function officeContacts(office: Office, note: string | null): Contact[] {
  const { address, city, state, zip, phone, fax } = office
  const postalAddress = [address, city, [state, zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return [
    ...contact('address', address ? postalAddress : null, note),
    ...contact('voice', phone, note),
    ...contact('fax', fax, note),
  ]
}
