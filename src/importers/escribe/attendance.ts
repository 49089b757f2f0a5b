import type { Diagnostics } from '../kit/diagnostics.ts'
import type { MeetingRecord } from '../records/meetings.ts'
import type { Minutes } from './minutes.ts'
import { foldName, parseWrittenName, type WrittenName } from './names.ts'
import { type Attendee, identifyAttendees, type People } from './people.ts'
import type { PortalMeeting } from './read.ts'

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
