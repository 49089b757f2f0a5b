import type { Static } from 'typebox'
import { Int, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { parseSessions } from '../_shared/queries.ts'
import { partsOfName } from '../_shared/v1.represent.ts'
import type { AttendanceRow } from './queries.ts'

/** The columns of "Members of Toronto City Council - Meeting Attendance", as the City publishes them. */
export const TorontoAttendance = Obj(
  'TorontoAttendance',
  "Somebody at a session, in the layout of Toronto's table.",
  {
    _id: Int('Number of the line, until the meeting is imported again.', 1),
    Term: NullableStr('Always empty: the record has no terms.', null),
    FirstName: Str('The name without its last word, unless the record states the parts.', 'Dev'),
    LastName: Str('The last word of the name.', 'Rangarajan'),
    Committee: NullableStr('The body that met.', 'Town Council'),
    MTGNum: NullableStr('Number of the meeting, as written.', '4'),
    SessionDate: Str('Day of the meeting.', '2025-05-20'),
    SessionType: NullableStr('Which session it was, as written.', 'Morning'),
    SessionStart_EndTime: NullableStr('When it began and ended, as written.', '09:30 - 12:10'),
    Present: Str('Y or N.', 'Y'),
  },
)
type TorontoAttendance = Static<typeof TorontoAttendance>

/** A line for each session; one for a meeting whose source records none. */
export function toTorontoAttendance(row: AttendanceRow): TorontoAttendance[] {
  const recorded = parseSessions(row.sessions)
  const sessions = recorded.length > 0 ? recorded : [{ present: row.present === 1 }]
  const [given, family] = partsOfName(row, row.person ?? row.person_name)
  return sessions.map(({ number = null, name = null, times = null, present }) => ({
    _id: row.id,
    Term: null,
    FirstName: given,
    LastName: family,
    Committee: row.organization,
    MTGNum: number,
    SessionDate: row.date,
    SessionType: name,
    SessionStart_EndTime: times,
    Present: present ? 'Y' : 'N',
  }))
}
