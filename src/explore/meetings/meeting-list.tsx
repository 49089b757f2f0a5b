import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import type { MeetingItemRow } from '../../resources/meetings/queries.ts'
import type { ListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import type { MeetingNotes } from '../parts/queries.ts'
import { Folded } from '../parts/rows.tsx'
import { RecordEnd, Sitting } from '../parts/sitting.tsx'
import type { Visit } from '../visit.ts'
import { Calendar } from './calendar.tsx'

interface MeetingListProps {
  visit: Visit
  page: ListPage<MeetingItemRow>
  notes: ReadonlyMap<number, MeetingNotes>
}

/** Months are shown until they have this number of meetings; later ones are folded away. */
const unfoldedMin = 20

/** Meetings by month, newest first. */
export function MeetingList({ visit, page, notes }: MeetingListProps) {
  const { words, month } = useLocale()
  const months = [...new Set(page.rows.map(({ date }) => date.slice(0, 7)))]
  const inMonth = groupBy(page.rows, ({ date }) => date.slice(0, 7))
  if (page.rows.length === 0)
    return <p>{hasFilter(visit) ? words.meetings.noneSuch : words.meetings.none}</p>
  const section = (name: string) => (
    <section key={name}>
      <h2 class="month" id={`month-${name}`}>
        {month(`${name}-01`)}
      </h2>
      <ul class="sittings">
        {inMonth(name).map((meeting, at, all) => (
          <li
            key={meeting.id}
            id={all[at - 1]?.date === meeting.date ? undefined : `day-${meeting.date}`}
          >
            <Sitting visit={visit} meeting={meeting} notes={notes.get(meeting.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
  const upTo = (end: number) => months.slice(0, end).flatMap(inMonth).length
  const shown = months.findIndex((_, at) => upTo(at + 1) >= unfoldedMin) + 1 || months.length
  // Newest first, so that the first meeting is the last of the record.
  const last = hasFilter(visit) ? undefined : page.rows[0]?.date
  const held = page.rows.filter(({ id }) => !isCalledOff(notes.get(id)?.status ?? ''))
  return (
    <>
      {last !== undefined && <RecordEnd visit={visit} last={last} />}
      <Calendar dates={held.map(({ date }) => date)} months={wholeMonths(page, months)} />
      {months.slice(0, shown).map(section)}
      <Folded rows={page.rows.length - upTo(shown)}>{months.slice(shown).map(section)}</Folded>
      <More page={page} />
    </>
  )
}

/** Without those that other pages may have a part of. */
function wholeMonths({ first, next }: MeetingListProps['page'], months: readonly string[]) {
  const newer = first === undefined ? months : months.slice(1)
  return next === undefined ? newer : newer.slice(0, -1)
}

function hasFilter({ query }: Visit): boolean {
  return Object.keys(query).length > 0
}
