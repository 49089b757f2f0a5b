import type { MeetingRecord } from '../../../importers/records/meetings.ts'
import { documentsOf } from './documents.ts'
import { identityOf, type KindReader, partsOf, recordRows } from './reader.ts'

export const meetingReader: KindReader = {
  kind: 'meeting',
  async records(db, ids) {
    const attendance = await partsOf(db, 'attendance', 'meeting_id', ids)
    const speakingTime = await partsOf(db, 'speaking_time', 'meeting_id', ids)
    const keyStatements = await partsOf(db, 'key_statements', 'meeting_id', ids)
    const documents = await documentsOf(db, 'meeting_id', ids)
    const rows = await recordRows(db, 'meeting', ids)
    return rows.map((row) => ({
      ...identityOf('meeting', row),
      title: row.title,
      date: row.date,
      start_time: localTime(row.starts_at),
      end_time: localTime(row.ends_at),
      type: row.type,
      organization_key: row.organization_key,
      status: row.status as MeetingRecord['status'],
      status_note: row.status_note,
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
      attendance: attendance(row.id).map(({ person_name, role, present, reason, person_key }) => ({
        name: person_name,
        role,
        present: present === 1,
        reason,
        person_key,
      })),
      speaking_time: speakingTime(row.id).map(({ person_name, seconds, person_key }) => ({
        name: person_name,
        seconds,
        person_key,
      })),
      key_statements: keyStatements(row.id).map((statement) => ({
        speaker: statement.speaker,
        text: statement.text,
        context: statement.context,
        start_seconds: statement.start_seconds,
        person_key: statement.person_key,
      })),
      documents: documents(row.id),
    }))
  },
}

// RFC 3339 with the local UTC offset, so the text contains the local time.
function localTime(instant: string | null): string | null {
  return instant === null ? null : instant.slice('2026-01-01T'.length, '2026-01-01T00:00'.length)
}
