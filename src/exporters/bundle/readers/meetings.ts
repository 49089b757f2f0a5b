import type { MeetingRecord } from '../../../importers/records.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { documentsOf } from './documents.ts'
import { byOwner, identityOf, type KindReader, keyOf } from './reader.ts'

export const meetingReader: KindReader = {
  kind: 'meeting',
  table: 'meetings',
  async records(db, ids) {
    const attendance = byOwner(await findAttendance(db, ids))
    const speakingTime = byOwner(await findSpeakingTime(db, ids))
    const keyStatements = byOwner(await findKeyStatements(db, ids))
    const documents = await documentsOf(db, 'meeting_id', ids)
    const rows = await findMeetings(db, ids)
    return rows.map((row) => ({
      ...identityOf('meeting', row),
      title: row.title,
      date: row.date,
      start_time: localTime(row.starts_at),
      end_time: localTime(row.ends_at),
      type: row.type,
      organization_key: row.organization_key,
      status: row.status as MeetingRecord['status'],
      location: row.location,
      summary: row.summary,
      has_agenda: row.has_agenda === 1,
      has_minutes: row.has_minutes === 1,
      has_transcript: row.has_transcript === 1,
      agenda_url: row.agenda_url,
      minutes_url: row.minutes_url,
      video_url: row.video_url,
      video_duration_seconds: row.video_duration_seconds,
      chair_key: row.chair_key,
      attendance: attendance(row.id).map((each) => ({ ...each, present: each.present === 1 })),
      speaking_time: speakingTime(row.id),
      key_statements: keyStatements(row.id),
      documents: documents(row.id),
    }))
  },
}

// RFC 3339 with the offset of the place: the clock on its wall stands in the text.
function localTime(instant: string | null): string | null {
  return instant === null ? null : instant.slice('2026-01-01T'.length, '2026-01-01T00:00'.length)
}

function findMeetings(db: ReadDatabase, ids: readonly number[]) {
  return db
    .selectFrom('meetings')
    .selectAll('meetings')
    .select([
      keyOf(db, 'organizations', 'meetings.organization_id').as('organization_key'),
      keyOf(db, 'people', 'meetings.chair_id').as('chair_key'),
    ])
    .where('meetings.id', 'in', ids)
    .orderBy('meetings.id')
    .execute()
}

function findAttendance(db: ReadDatabase, meetings: readonly number[]) {
  return db
    .selectFrom('attendance')
    .select(['meeting_id as owner', 'person_name as name', 'role', 'present'])
    .select(keyOf(db, 'people', 'attendance.person_id').as('person_key'))
    .where('meeting_id', 'in', meetings)
    .orderBy('attendance.id')
    .execute()
}

function findSpeakingTime(db: ReadDatabase, meetings: readonly number[]) {
  return db
    .selectFrom('speaking_time')
    .select(['meeting_id as owner', 'person_name as name', 'seconds'])
    .select(keyOf(db, 'people', 'speaking_time.person_id').as('person_key'))
    .where('meeting_id', 'in', meetings)
    .orderBy('speaking_time.id')
    .execute()
}

function findKeyStatements(db: ReadDatabase, meetings: readonly number[]) {
  return db
    .selectFrom('key_statements')
    .select(['meeting_id as owner', 'speaker', 'text', 'context', 'start_seconds'])
    .select(keyOf(db, 'people', 'key_statements.person_id').as('person_key'))
    .where('meeting_id', 'in', meetings)
    .orderBy('key_statements.id')
    .execute()
}
