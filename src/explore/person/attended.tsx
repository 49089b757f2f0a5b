import { Scroll } from '../../site/scroll.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { PersonOnPage } from './read-person.ts'

/** The meetings with a roll call that names the person. */
export function Attended({ found: { attended, person } }: { found: PersonOnPage }) {
  const { words, date, count } = useLocale()
  const council = useCouncil()
  const { present, meetings } = person.attendance_summary
  const nameOf = useRecordName()
  const isSeated = person.memberships.length > 0
  if (attended.length === 0)
    return (
      <>
        <h2 id="attendance">{words.person.attendance}</h2>
        <p>{words.person.noAttendance}</p>
      </>
    )
  return (
    <details class="section">
      <summary>
        <h2 id="attendance">
          {words.person.attendance}
          {isSeated && ` (${words.person.attended(count(present), count(meetings))})`}
        </h2>
      </summary>
      <Scroll name={words.person.attendance}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.person.date}</th>
              <th scope="col">{words.person.meeting}</th>
              <th scope="col">{words.person.attendance}</th>
            </tr>
          </thead>
          <tbody>
            {attended.map((meeting) => (
              <tr key={meeting.slug}>
                <td>{date(meeting.date)}</td>
                <th scope="row">
                  <a href={paths.meeting(council, meeting.slug)}>{nameOf(meeting.title)}</a>
                </th>
                <td>
                  {meeting.present === 1 ? (
                    words.person.present
                  ) : (
                    <strong>{words.person.absent}</strong>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {attended.length < meetings && <p>{words.person.latest(count(attended.length))}</p>}
    </details>
  )
}
