import { Temporal } from 'temporal-polyfill'
import { foldCase } from '../../../core/fold.ts'
import type { Flag } from '../../../store/tables.ts'
import type { MeetingRecord } from '../../records.ts'
import type { Row, Rows } from '../row-lookup.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import { documentRows } from './documents.ts'
import type { KindWriter, PartRow } from './writer.ts'

export const meetingWriter: KindWriter<'meeting'> = {
  ocdType: 'event',
  slug: meetingSlug,
  columns: (record, { timeZone }) => ({
    title: record.title,
    date: record.date,
    starts_at: instant(record.date, record.start_time, timeZone),
    ends_at: instant(endDate(record), record.end_time, timeZone),
    type: record.type ?? null,
    type_folded: record.type ? foldCase(record.type) : null,
    status: record.status,
    location: record.location ?? null,
    summary: record.summary ?? null,
    has_agenda: flag(record.has_agenda),
    has_minutes: flag(record.has_minutes),
    has_transcript: flag(record.has_transcript),
    agenda_url: record.agenda_url ?? null,
    minutes_url: record.minutes_url ?? null,
    video_url: record.video_url ?? null,
    video_duration_seconds: record.video_duration_seconds ?? null,
  }),
  *parts(record, owner, { ids, rows }) {
    yield* attendanceRows(owner, record, rows)
    yield* speakingTimeRows(owner, record, rows)
    for (const [index, statement] of (record.key_statements ?? []).entries()) {
      const row = {
        id: ids.next('key_statements'),
        meeting_id: owner.id,
        slug: `${owner.slug}-statement-${index + 1}`,
        person_id: rows.idOf('person', statement.person_key),
        speaker: statement.speaker ?? null,
        text: statement.text,
        context: statement.context ?? null,
        start_seconds: statement.start_seconds ?? null,
      }
      yield ['key_statements', row]
    }
    yield* documentRows('meeting_id', owner, record.documents, ids)
  },
}

function meetingSlug(record: MeetingRecord): string {
  return toSlug(`${record.date} ${record.title}`, keyedSlug(record.date, record.key))
}

// An end time before the start time is on the next day: 19:00 to 00:30.
function endDate({ date, start_time: start, end_time: end }: MeetingRecord): string {
  const isNextDay = typeof start === 'string' && typeof end === 'string' && end < start
  return isNextDay ? Temporal.PlainDate.from(date).add({ days: 1 }).toString() : date
}

/** RFC 3339 with the offset of the municipality's time zone at that time. */
function instant(date: string, time: string | null | undefined, timeZone: string): string | null {
  if (time === null || time === undefined) return null
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(timeZone)
    .toString({ timeZoneName: 'never' })
}

function flag(value: boolean): Flag {
  return value ? 1 : 0
}

function* attendanceRows({ id }: Row, record: MeetingRecord, rows: Rows): Generator<PartRow> {
  for (const attendee of record.attendance ?? []) {
    const row = {
      meeting_id: id,
      person_id: rows.idOf('person', attendee.person_key),
      person_name: attendee.name,
      role: attendee.role ?? null,
      present: flag(attendee.present),
    }
    yield ['attendance', row]
  }
}

function* speakingTimeRows({ id }: Row, record: MeetingRecord, rows: Rows): Generator<PartRow> {
  for (const speaker of record.speaking_time ?? []) {
    const row = {
      meeting_id: id,
      person_id: rows.idOf('person', speaker.person_key),
      person_name: speaker.name,
      seconds: speaker.seconds,
    }
    yield ['speaking_time', row]
  }
}
