import { Scroll } from '../../site/scroll.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { PersonOnPage } from './read-person.ts'

type Attendance = PersonOnPage['attended'][number]

/** The meetings with a roll call that names the person, as a strip and as a table. */
export function Attended({ found: { attended, person } }: { found: PersonOnPage }) {
  const { words, count } = useLocale()
  const { present, meetings } = person.attendance_summary
  const isSeated = person.memberships.length > 0
  return (
    <>
      <h2 id="attendance">
        {words.person.attendance}
        {isSeated && meetings > 0 && ` (${words.person.attended(count(present), count(meetings))})`}
      </h2>
      {attended.length === 0 ? (
        <p>{words.person.noAttendance}</p>
      ) : (
        <>
          <Strip attended={attended.slice(0, stripMax).reverse()} />
          <Table attended={attended} />
          {attended.length < meetings && <p>{words.person.latest(count(attended.length))}</p>}
        </>
      )}
    </>
  )
}

const [stripMax, markWidth, stripHeight] = [60, 8, 20]

/** A mark for each meeting, oldest first: a bar where the person was present, a cross where absent. */
function Strip({ attended }: { attended: readonly Attendance[] }) {
  const { words, date, count } = useLocale()
  const width = attended.length * markWidth
  const marks = (isPresent: boolean, draw: (x: number) => string) =>
    attended
      .map(({ present }, at) => ((present === 1) === isPresent ? draw(at * markWidth) : ''))
      .join('')
  const absences = attended.filter(({ present }) => present !== 1).length
  const [first, last] = [attended[0]?.date ?? '', attended.at(-1)?.date ?? '']
  const label = words.person.strip(
    count(attended.length - absences),
    count(absences),
    date(first),
    date(last),
  )
  return (
    <figure class="strip">
      <svg viewBox={`0 0 ${width} ${stripHeight}`} width={width} role="img" aria-label={label}>
        <path class="present" d={marks(true, (x) => `M${x + 1} 1h6v18h-6z`)} />
        <path class="absent" d={marks(false, (x) => `M${x + 1} 7l6 6m0-6l-6 6`)} />
      </svg>
      <figcaption class="quiet">{words.person.stripKey}</figcaption>
    </figure>
  )
}

function Table({ attended }: { attended: readonly Attendance[] }) {
  const { words, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  return (
    <details class="chart-data">
      <summary>{words.chart.asTable}</summary>
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
    </details>
  )
}
