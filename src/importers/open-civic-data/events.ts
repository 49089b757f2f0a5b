import type { AgendaItemRecord, MeetingRecord } from '../../record/meetings.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { paragraphs, toTitle } from '../kit/clean-text.ts'
import { type LocalTime, toEndTime, toLocalTime } from '../kit/local-time.ts'
import { clearStatusIn } from '../kit/meeting-state.ts'
import { type Attendance, findMeetingState, toAttendance } from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import { toWords } from './bills.ts'
import { type Entry, firstUrl, idOf, toDocuments } from './entry.ts'
import type { Entity, Event } from './schema.ts'

type AgendaPart = NonNullable<Event['agenda']>[number]

/** A meeting and its agenda; only a warning if its date is unknown. */
export function* eventItems(event: Event, entry: Entry): Generator<SourceItem> {
  const { mapping } = entry
  const start = toLocalTime(event.start_date, mapping.timeZone)
  if (start === null) {
    const found = JSON.stringify(event.start_date)
    const reason = `${found} is not a date; the meeting is omitted until it has one`
    entry.omit('meeting', '/start_date', reason)
  } else {
    // pupa's scrapers write midnight for an unknown time.
    const isUnknown = event.all_day === true || (!mapping.isReeve && start.time === '00:00')
    const localStart = isUnknown ? { ...start, time: null } : start
    yield entry.record(toMeeting(event, entry, localStart))
    yield* agendaItems(event.agenda ?? [], entry)
  }
}

function toMeeting(event: Event, entry: Entry, start: LocalTime): MeetingRecord {
  const documents = toDocuments(entry, 'documents', ownDocuments(event, entry))
  const media = toDocuments(entry, 'media', event.media, 'media')
  const [video, ...otherMedia] = media.filter(({ url }) => url != null)
  const participants = toParticipants(event.participants ?? [], entry)
  const end = toLocalTime(event.end_date, entry.mapping.timeZone)
  return {
    kind: 'meeting',
    key: entry.key,
    source_url: firstUrl(event.sources) ?? firstUrl(event.links),
    title: entry.line(event.name) ?? event.name,
    date: start.date,
    start_time: start.time,
    end_time: toEndTime(start, end),
    end_date: toLastDay(start, end),
    type: toType(event, entry),
    ...toStatus(event, { entry, start, documents, attendance: participants.attendance }),
    location: entry.line(event.location?.name),
    summary: entry.text(event.description),
    has_agenda: (event.agenda ?? []).length > 0 || documents.some(isOf(/\bagenda\b/i)),
    has_minutes: documents.some(isOf(/\bminutes\b/i)),
    has_transcript: documents.some(isOf(/\btranscript\b/i)),
    agenda_url: documents.find(isOf(/\bagenda\b/i))?.url ?? null,
    minutes_url: documents.find(isOf(/\bminutes\b/i))?.url ?? null,
    video_url: video?.url ?? null,
    documents: [...documents, ...otherMedia],
    ...participants,
  }
}

/** The last day of a meeting of several; midnight may be the end of the day before. */
function toLastDay(start: LocalTime, end: LocalTime | null | undefined): string | null {
  if (start.time !== null || !end || end.time === '00:00') return null
  return end.date > start.date ? end.date : null
}

function isOf(word: RegExp): (document: DocumentPart) => boolean {
  return ({ type, title }) => word.test(type ?? title)
}

// Reeve also lists the documents of agenda items among those of the event, after its own.
function ownDocuments({ documents, agenda }: Event, { mapping }: Entry) {
  const ofItems = (agenda ?? []).reduce((sum, { media }) => sum + (media ?? []).length, 0)
  return mapping.isReeve && ofItems > 0 ? documents?.slice(0, -ofItems) : documents
}

// Reeve writes event where its record states no type.
function toType({ classification }: Event, entry: Entry): string | null {
  return entry.mapping.isReeve && classification === 'event' ? null : entry.line(classification)
}

interface StatusFacts {
  entry: Entry
  start: LocalTime
  documents: DocumentPart[]
  attendance: NonNullable<MeetingRecord['attendance']>
}

function toStatus(event: Event, { entry, start, documents, attendance }: StatusFacts) {
  const { isReeve, states } = entry.mapping
  const word = entry.line(event.status)
  const state = findMeetingState(word ?? 'scheduled') ?? 'scheduled'
  const written = event.extras?.status_note
  const note = typeof written === 'string' ? entry.line(written) : null
  // Reeve writes cancelled for a postponed meeting too; only its note can say so.
  if (isReeve && word === 'cancelled')
    return { status: clearStatusIn(note) ?? 'cancelled', status_note: note }
  if (isReeve) return { status: state, status_note: note }
  const found = states.statusOf({
    subject: `${event.name} ${start.date}`,
    location: entry.location,
    stated: word,
    labels: [event.name, event.location?.name],
    comment: event.description ?? null,
    isRecorded: attendance.some(({ present }) => present),
    hasMinutes: documents.some(isOf(/\bminutes\b/i)),
    isOver: state === 'completed',
  })
  const isUnknown = word !== null && findMeetingState(word) === undefined
  if (isUnknown && found.status_note !== word)
    entry.warn('/status', `"${word}" is not a known status; treated as confirmed`)
  // The standard's own word needs no note.
  return found.status_note === 'cancelled' ? { status: found.status } : found
}

function toParticipants(participants: readonly Entity[], entry: Entry) {
  const bodies = participants.filter(({ entity_type: type }) => type === 'organization')
  const host =
    bodies.find(({ note }) => note === 'host') ?? (bodies.length === 1 ? bodies[0] : null)
  const organization_key = host
    ? entry.keyOf('organization', `/participants/${participants.indexOf(host)}`, ...idsOf(host))
    : null
  let chair_key: string | null = null
  const rows: NonNullable<MeetingRecord['attendance']> = []
  for (const [index, person] of participants.entries()) {
    const note = entry.line(person.note) ?? ''
    // A note such as "participant" does not mean that the person was present.
    const attendance = attendanceIn(note)
    const name = entry.line(person.name, person.entity_name)
    if (person.entity_type === 'organization' || attendance === null || name === null) continue
    const person_key = entry.keyOf('person', `/participants/${index}`, ...idsOf(person))
    rows.push({ person_key, name, ...attendance })
    if (/^chair/i.test(note)) chair_key ??= person_key
  }
  return { organization_key, chair_key, attendance: rows }
}

// Reeve writes the reason after its own word: "absent: Medical".
function attendanceIn(note: string): Attendance | null {
  const [, word = note, reason = null] = /^(absent|attendee|chair): (.+)$/.exec(note) ?? []
  const attendance = toAttendance(word)
  return attendance && { ...attendance, reason: reason ?? attendance.reason }
}

function idsOf(entity: Entity): (string | null | undefined)[] {
  const { id, entity_id, person_id, organization_id, bill_id, vote_event_id } = entity
  return [person_id, organization_id, bill_id, vote_event_id, entity_id, id]
}

function* agendaItems(agenda: readonly AgendaPart[], entry: Entry): Generator<SourceItem> {
  const slots = toSlots(agenda, entry)
  for (const [index, part] of agenda.entries()) {
    const { key, number } = slots[index] as Slot
    const parentKey = slots[Number(reeveExtra(part, 'parent_order', entry) ?? -1)]?.key ?? null
    const item = toAgendaItem(part, entry, { key, parentKey, index, number })
    rememberVotes(part, entry, item)
    yield entry.record(item, `/agenda/${index}`)
  }
}

interface Slot {
  key: string
  number: string | null
}

/** The number and key of each item. */
function toSlots(agenda: readonly AgendaPart[], entry: Entry): Slot[] {
  // pupa numbers items from 0 if they have no numbers of their own.
  const isCounted = agenda.every(({ order }, index) => String(order ?? index) === String(index))
  const seen = new Map<string, number>()
  return agenda.map((part, index) => {
    const order = isCounted || part.order == null ? null : String(part.order)
    const number = entry.line(reeveExtra(part, 'item_number', entry), order)
    const slot = number ?? String(index)
    const times = (seen.get(slot) ?? 0) + 1
    seen.set(slot, times)
    const key = times === 1 ? `${entry.key}#${slot}` : `${entry.key}#${slot}#${times}`
    return { key, number }
  })
}

function reeveExtra(
  { extras }: AgendaPart,
  name: 'item_number' | 'parent_order',
  { mapping }: Entry,
): string | null {
  const value = mapping.isReeve ? extras?.[name] : null
  return typeof value === 'string' ? value : null
}

function toAgendaItem(
  part: AgendaPart,
  entry: Entry,
  {
    key,
    parentKey,
    index,
    number,
  }: { key: string; parentKey: string | null; index: number; number: string | null },
): AgendaItemRecord {
  const at = `/agenda/${index}`
  const bill = matterOf(part, entry, at)
  const full = entry.line(part.description) ?? number ?? `Item ${index + 1}`
  const { title, rest } = toTitle(full, titleMax)
  const notes = Array.isArray(part.notes) ? part.notes : [part.notes]
  return {
    kind: 'agenda_item',
    key,
    meeting_key: entry.key,
    parent_key: parentKey,
    position: index,
    item_number: number,
    title,
    type: entry.line(toWords(part.classification)),
    description: entry.text(paragraphs(rest === null ? null : part.description, ...notes)),
    matter_key: bill,
    documents: toDocuments(
      entry,
      `agenda/${index}/media`,
      part.media,
      entry.mapping.isReeve ? null : 'media',
    ),
  }
}

const titleMax = 4000

function matterOf(part: AgendaPart, entry: Entry, at: string): string | null {
  const bills = (part.related_entities ?? []).filter(({ entity_type: type }) => type === 'bill')
  const [bill, ...others] = bills
  for (const other of others) {
    const name = entry.line(other.name, other.entity_name) ?? 'a bill'
    entry.warn(at, `is also about ${name}; an item has one matter, the first`)
  }
  if (bill === undefined) return null
  if (idsOf(bill).every((id) => idOf(id) === null)) {
    const name = entry.line(bill.name, bill.entity_name) ?? 'a bill'
    entry.warn(at, `is about ${name}, whose id is missing`)
    return null
  }
  return entry.keyOf('bill', at, ...idsOf(bill))
}

function rememberVotes(part: AgendaPart, entry: Entry, item: AgendaItemRecord): void {
  const { mapping, key: meetingKey } = entry
  for (const entity of part.related_entities ?? []) {
    if (entity.entity_type !== 'vote' && entity.entity_type !== 'vote_event') continue
    const at = `/agenda/${item.position}`
    const vote = entry.keyOf('vote', at, ...idsOf(entity))
    if (vote === null || mapping.agendaSlots.has(vote)) continue
    const position = (mapping.voteCounts.get(meetingKey) ?? 0) + 1
    mapping.voteCounts.set(meetingKey, position)
    mapping.agendaSlots.set(vote, { meetingKey, itemKey: item.key, position })
  }
}
