import { attendanceState } from '../../core/attendance-state.ts'
import { parseSessions } from '../_shared/queries.ts'
import { toSession } from '../_shared/v1.represent.ts'
import type { AttendanceRow, PersonAttendanceRow } from './queries.ts'
import type { AttendanceItem, PersonAttendance } from './schema.ts'

export function toAttendanceItem(row: AttendanceRow): AttendanceItem {
  const sessions = parseSessions(row.sessions)
  const state = attendanceState(row.present === 1, row.reason, sessions)
  return {
    id: row.id,
    person_slug: row.person_slug,
    person_name: row.person ?? row.person_name,
    meeting_slug: row.meeting_slug,
    date: row.date,
    organization: row.organization,
    organization_slug: row.organization_slug,
    attended: state === 'remote' ? 'present' : state,
    mode: state === 'remote' ? 'remote' : null,
    reason: row.reason,
    sessions: sessions.map(toSession),
    updated_at: row.updated_at,
  }
}

export function toPersonAttendance(row: PersonAttendanceRow): PersonAttendance {
  return {
    person_slug: row.person_slug,
    person_name: row.person_name,
    organization: row.organization,
    organization_slug: row.organization_slug,
    meetings: row.meetings,
    recorded: row.recorded,
    attended: row.attended,
    absent: row.recorded - row.attended,
    first: row.first,
    last: row.last,
  }
}
