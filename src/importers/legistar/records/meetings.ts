import type { AgendaItemRecord, MeetingRecord } from '../../../record/meetings.ts'
import { paragraphs, toTitle } from '../../kit/clean-text.ts'
import type { Diagnostics } from '../../kit/diagnostics.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'
import type { MeetingStates } from '../../kit/meeting-state.ts'
import { type Attendance, toAttendance } from '../../kit/vocabulary.ts'
import type { SourceItem } from '../../source.ts'
import type { Ballot, Event, EventItem } from '../model.ts'
import { type DoubledMeetings, isTest } from './doubled-meetings.ts'
import { matterStub, memberStubs, toDocuments } from './matters.ts'
import { topicOf } from './meeting-topic.ts'
import { isDecided, type MotionReading, toMotion } from './motions.ts'
import { bodyKey, bodyStub, personKey, personStub } from './people.ts'
import { settleAction } from './settle-action.ts'

/** The state of reading one source. */
export interface Reading extends MotionReading {
  emitted: EmitOnce
  states: MeetingStates
  doubled: DoubledMeetings
  /** The date (YYYY-MM-DD) of the source's state; null if unknown. */
  asOf: string | null
}

const numberMax = 200
const titleMax = 1000

/** The records of a meeting, unless it waits for another, or is a test. */
export function* meetingItems(event: Event, reading: Reading): Generator<SourceItem> {
  if (isTest(event)) yield skipped(event, 'is a test: its agenda says nothing else; skipped')
  else if (!reading.doubled.waits(event)) yield* recordsOf(event, reading)
}

/** The records of the meetings that waited. */
export function* waitingMeetings(reading: Reading): Generator<SourceItem> {
  for (const { event, twin } of reading.doubled.rest())
    if (twin === undefined) yield* recordsOf(event, reading)
    else
      yield skipped(
        event,
        `announces event ${twin}, of the same body and time, which has its record; skipped`,
      )
}

const skipped = ({ location, id }: Event, reason: string): SourceItem => ({
  type: 'warning',
  location,
  subject: `event ${id}`,
  reason,
})

/** A meeting, its agenda and the decisions that are not in a history, after the people that they name. */
function* recordsOf(read: Event, reading: Reading): Generator<SourceItem> {
  const event = { ...read, items: read.items.map((item) => settled(item, read)) }
  const { emitted, diagnostics } = reading
  const { location, bodyId, bodyName, siteUrl } = event
  yield* bodyStub({ id: bodyId, name: bodyName, location }, emitted)
  for (const item of event.items) {
    for (const member of item.rollCall) {
      yield* personStub(member, item.location, emitted)
      checkPresence(member, item.location, diagnostics)
    }
  }
  if (event.timeWords !== null) {
    const reason = `"${event.timeWords}" is not a time of day; kept in the summary of the meeting`
    diagnostics.addWarningOnce({ location, subject: 'time', reason })
  }
  yield { type: 'record', record: toMeeting(event, reading), location }
  for (const item of event.items) {
    if (isBlank(item)) continue
    yield* matterStub(item, emitted)
    yield { type: 'record', record: toAgendaItem(item, event), location: item.location }
    if (!isDecided(item.action) || emitted.has('motion', String(item.id))) continue
    yield* memberStubs(item.action, item.location, emitted)
    const decision = { ...item, eventId: event.id, bodyId, bodyName, date: event.date }
    yield* emitted.record(toMotion(decision, siteUrl, reading), item.location)
  }
  yield* diagnostics.drain()
}

const settled = (item: EventItem, { bodyName }: Event): EventItem => ({
  ...item,
  action: settleAction({ action: item.action, bodyName, status: item.matterStatus }),
})

function checkPresence({ value, name }: Ballot, location: string, diagnostics: Diagnostics): void {
  if (name === '' || toAttendance(value) !== null) return
  const reason = `"${value}" is not a known word for present or absent; people with it are omitted from the attendance`
  diagnostics.addWarningOnce({ location, subject: 'roll call', reason })
}

function toMeeting(event: Event, reading: Reading): MeetingRecord {
  const attendance = attendanceOf(event.items)
  return {
    kind: 'meeting',
    key: String(event.id),
    source_url: event.siteUrl,
    source_updated_at: event.lastModified,
    title: event.bodyName,
    date: event.date,
    start_time: event.time,
    type: event.bodyName,
    organization_key: bodyKey(event.bodyId),
    ...statusOf(event, { ...reading, attendance }),
    location: event.venue,
    summary: paragraphs(topicOf(event.comment), event.timeWords),
    has_agenda: event.agendaUrl !== null,
    has_minutes: event.minutesUrl !== null,
    has_transcript: false,
    agenda_url: event.agendaUrl,
    minutes_url: event.minutesUrl,
    video_url: event.videoUrl,
    attendance,
  }
}

/** Without the date of the source, only a meeting with minutes counts as past. */
function statusOf(
  event: Event,
  { states, asOf, attendance }: Reading & Required<Pick<MeetingRecord, 'attendance'>>,
) {
  const { agendaStatus, date, minutesUrl, bodyName, venue, comment, items, location } = event
  const isPresent = attendance.some(({ present }) => present)
  return states.statusOf({
    subject: `${bodyName} ${date}`,
    location,
    stated: agendaStatus,
    labels: [bodyName, venue, event.timeWords],
    comment,
    isRecorded: isPresent || items.some(({ action }) => isDecided(action)),
    hasMinutes: minutesUrl !== null,
    isOver: asOf === null ? minutesUrl !== null : date < asOf,
  })
}

/** One row for each person, present if they were present at any roll call; two if one roll call says both. */
function attendanceOf(items: readonly EventItem[]): NonNullable<MeetingRecord['attendance']> {
  const rows = new Map<string, Ballot & Attendance & { isUnclear: boolean }>()
  for (const { rollCall } of items) {
    const inThis = new Map<string, boolean>()
    for (const row of rollCall) {
      const person = row.id === null ? row.name : String(row.id)
      const attendance = toAttendance(row.value)
      if (attendance === null) continue
      const { present } = attendance
      const earlier = rows.get(person)
      const isUnclear = earlier?.isUnclear === true || inThis.get(person) === !present
      rows.set(person, { ...row, ...combined(earlier, attendance), isUnclear })
      inThis.set(person, present)
    }
  }
  return [...rows.values()]
    .filter(({ name }) => name !== '')
    .flatMap(({ present, reason, isUnclear, ...row }) =>
      (isUnclear ? [true, false] : [present]).map((either) => ({
        person_key: personKey(row),
        name: row.name,
        present: either,
        reason,
      })),
    )
}

// The reason for an absence does not apply to somebody who came for a part of the meeting.
function combined(earlier: Attendance | undefined, { present, reason }: Attendance): Attendance {
  if (earlier === undefined) return { present, reason }
  if (earlier.present !== present) return earlier.present ? earlier : { present, reason }
  return { present, reason: reason ?? earlier.reason }
}

function toAgendaItem(item: EventItem, event: Event): AgendaItemRecord {
  return {
    kind: 'agenda_item',
    key: String(item.id),
    source_url: event.siteUrl,
    source_updated_at: event.lastModified,
    meeting_key: String(event.id),
    position: item.sequence,
    item_number: numberOf(item),
    ...wordsOf(item),
    type: item.matterType,
    action: item.action.name,
    result: item.action.result,
    matter_key: item.matterId === null ? null : String(item.matterId),
    documents: toDocuments(item.attachments),
  }
}

// A line of the minutes with nothing on it.
function isBlank(item: EventItem): boolean {
  const { name, result, votes } = item.action
  const parts = [item.attachments, item.rollCall, votes ?? []]
  return (
    wordsIn(item) === null && !name && !result && item.matterId === null && !parts.flat().length
  )
}

// An item without a title, for example about who presides, gets the first words that it has as the title.
function wordsOf(item: EventItem): { title: string; description: string | null } {
  const { title, rest } = toTitle(wordsIn(item) ?? 'Agenda item', titleMax)
  return { title, description: paragraphs(rest, item.title === null ? null : notesOf(item)) }
}

function wordsIn(item: EventItem): string | null {
  const { title, rollCall, action, matterType, attachments } = item
  const rollCallTitle = rollCall.length > 0 ? 'Roll call' : null
  const file = attachments.find(({ name }) => name !== '')?.name
  const first = title ?? notesOf(item) ?? rollCallTitle ?? action.name ?? action.text
  return first ?? matterType ?? file ?? numberOf(item)
}

// Some councils put layout codes into the number: ~SPONSOR, ~coupled.
function numberOf({ number }: EventItem): string | null {
  if (number === null || number.startsWith('~')) return null
  return number.slice(0, numberMax)
}

function notesOf({ agendaNote, minutesNote }: EventItem): string | null {
  return paragraphs(...new Set([agendaNote, minutesNote]))
}
