import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import { useRecordName } from '../record-name.ts'
import type { MeetingOnPage } from './read-meeting.ts'

type Attendee = MeetingOnPage['attendance'][number]

/** Who was there; the absent are visible even if the others are folded away. */
export function Attendance({ found: { attendance, meeting } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  // Without minutes, the page has already said that nothing of the meeting is recorded.
  if (attendance.length === 0)
    return meeting.has_minutes === 1 ? <p>{words.meeting.noAttendance}</p> : null
  const present = attendance.filter((attendee) => attendee.present === 1)
  const absent = attendance.filter((attendee) => attendee.present === 0)
  return (
    <>
      <details class="section" open>
        <summary>
          <h2 id="attendance">{words.meeting.attendance(count(present.length))}</h2>
        </summary>
        <ul class="names">
          {present.map((attendee) => (
            <li key={attendee.person_name}>
              <Name attendee={attendee} />
            </li>
          ))}
        </ul>
      </details>
      {absent.length === 0 ? (
        <p>{words.meeting.noAbsence}</p>
      ) : (
        <p id="absent">
          <strong>{words.meeting.absent}</strong>{' '}
          {absent.map((attendee, at) => (
            <span key={attendee.person_name}>
              {at > 0 && ', '}
              <Name attendee={attendee} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function Name({ attendee }: { attendee: Attendee }) {
  const { name, person_name: written, person_slug: slug, role, reason } = attendee
  const nameOf = useRecordName()
  const notes = [role && nameOf(role), reason].filter((note) => note !== null)
  return (
    <>
      <PersonName name={name ?? written} slug={slug} />
      {notes.length > 0 && <span class="quiet"> ({notes.join(', ')})</span>}
    </>
  )
}
