import { isRemoteWord } from '../../core/attendance-state.ts'
import { groupBy } from '../../core/group-by.ts'
import { Scroll } from '../../site/scroll.tsx'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { isLargeMatrix } from '../parts/large-matrix.ts'
import { PersonName } from '../parts/names.tsx'
import { commonReason, Reason } from '../parts/reason.tsx'
import { paths } from '../paths.ts'
import type { Cell, Meeting, Member } from './table.ts'

interface MatrixProps {
  meetings: readonly Meeting[]
  members: readonly Member[]
}

/** A row for each member, and a column for each meeting, whose cells say in a word and a mark how the member attended. */
export function Matrix({ meetings, members }: MatrixProps) {
  const { words, count } = useLocale()
  const { attendance, totals } = words
  const cellOf = useCells()
  return (
    <Scroll name={attendance.caption}>
      <table class={isLargeMatrix(members.length) ? 'matrix attended large' : 'matrix attended'}>
        <caption>{attendance.caption}</caption>
        <Head meetings={meetings} />
        <tbody>
          {members.map(({ name, slug, cells, attended, of }) => (
            <tr key={slug ?? name}>
              <th scope="row">
                <PersonName name={name} slug={slug} />
              </th>
              <td>{of === 0 ? totals.unknown : totals.part(count(attended), count(of))}</td>
              {cells.slice(-meetings.length).map(cellOf)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** Months, and below them the days, which lead to the meetings. */
function Head({ meetings }: Pick<MatrixProps, 'meetings'>) {
  const { words, tag, date } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const names = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' })
  const months = Map.groupBy(meetings, ({ date: day }) => day.slice(0, 7))
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {words.totals.name}
        </th>
        <th scope="col" rowSpan={2}>
          {words.attendance.attended}
        </th>
        {[...months].map(([month, held]) => (
          <th scope="colgroup" key={month} colSpan={held.length}>
            {names.format(Date.parse(`${month}-01`))}
          </th>
        ))}
      </tr>
      <tr>
        {meetings.map(({ slug, title, date: day }) => (
          <th scope="col" key={slug}>
            <a
              href={paths.meeting(council, slug)}
              title={words.meeting.titled(nameOf(title), date(day))}
            >
              {Number(day.slice(8))}
            </a>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The cell of a member and a meeting. No component, because there may be thousands of them. */
function useCells() {
  const { words } = useLocale()
  const { states, withReason } = words.attendance
  return ({ state, reason }: Cell, at: number) => {
    if (reason === null || state === 'none')
      return (
        <td key={at} class={state}>
          {states[state]}
        </td>
      )
    const shown = commonReason(reason, words) ?? reason
    return (
      <td key={at} class={state} title={shown}>
        {state === 'part' || state === 'remote' ? shown : withReason(states[state], shown)}
      </td>
    )
  }
}

const keyStates = ['present', 'absent', 'part', 'remote', 'unknown', 'none'] as const

/** What the marks mean that the table has. */
export function Key({ members }: Pick<MatrixProps, 'members'>) {
  const { states } = useLocale().words.attendance
  const used = new Set(members.flatMap(({ cells }) => cells.map(({ state }) => state)))
  return (
    <ul class="attended marks">
      {keyStates.map((state) =>
        used.has(state) ? (
          <li key={state} class={state}>
            {states[state]}
          </li>
        ) : null,
      )}
    </ul>
  )
}

const missedStates = ['absent', 'part', 'remote'] as const

/** The meetings that each member missed, or attended in part or from elsewhere, with the reasons, most absences first. */
export function Missed({ meetings, members }: MatrixProps) {
  const { words } = useLocale()
  const { attendance, totals } = words
  const missed = members
    .map((member) => ({ member, of: groupBy(daysOf(member, meetings), ({ state }) => state) }))
    .filter(({ of }) => missedStates.some((state) => of(state).length > 0))
    .toSorted((one, other) => other.of('absent').length - one.of('absent').length)
  const used = missedStates.filter((state) => missed.some(({ of }) => of(state).length > 0))
  return (
    <>
      <h2 id="absences">{attendance.missed}</h2>
      {missed.length === 0 ? (
        <p>{attendance.noneMissed}</p>
      ) : (
        <>
          <p>{attendance.missedText}</p>
          <Scroll name={attendance.missed}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{totals.name}</th>
                  {used.map((state) => (
                    <th scope="col" key={state}>
                      {attendance.columns[state]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {missed.map(({ member: { name, slug }, of }) => (
                  <tr key={slug ?? name}>
                    <th scope="row">{name}</th>
                    {used.map((state) => (
                      <td key={state}>
                        <Days days={of(state)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </>
      )}
    </>
  )
}

interface Day extends Cell {
  date: string
}

const daysOf = ({ cells }: Member, meetings: readonly Meeting[]): Day[] =>
  cells.flatMap((cell, at) => {
    const meeting = meetings[at]
    return meeting === undefined ? [] : [{ ...cell, date: meeting.date }]
  })

/** How many, and which. */
function Days({ days }: { days: readonly Day[] }) {
  const { count, monthDay } = useLocale()
  return (
    <>
      {days.length > 0 && <strong>{count(days.length)}</strong>}
      {days.map(({ date, state, reason }, at) => (
        <span key={at}>
          {at === 0 ? ' ' : ', '}
          {monthDay(date)}
          {!(state === 'remote' && isRemoteWord(reason)) && <Reason reason={reason} />}
        </span>
      ))}
    </>
  )
}
