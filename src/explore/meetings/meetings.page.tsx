import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import {
  listMeetings,
  type MeetingFilters,
  type MeetingItemRow,
} from '../../resources/meetings/queries.ts'
import { useBodyOptions } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Check, DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { type MeetingNotes, readMeetingNotes } from '../parts/queries.ts'
import { Folded, More } from '../parts/rows.tsx'
import { RecordEnd, Sitting } from '../parts/sitting.tsx'
import { bodiesThatMet } from '../queries.ts'
import { MeetingsQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/meetings`: meetings by month, with the filters of the API. */
export const meetingsPage: ExplorePage = {
  path: '/meetings',
  querystring: MeetingsQuery,
  async render(visit) {
    const { municipality, store, locale, query } = visit
    const { words } = locale
    const found = await store.read(async (db) => {
      const page = await readListPage(
        visit,
        (paging) => listMeetings(db, municipality.id, query as MeetingFilters, paging),
        (row) => [row.date, row.id],
      )
      const notes = await readMeetingNotes(db, page.rows)
      return { page, notes, bodies: await bodiesThatMet(db, municipality.id).execute() }
    })
    return (
      <CouncilPage
        visit={visit}
        section="meetings"
        title={words.meetings.title}
        description={words.meetings.description(municipality.name)}
        citation={{
          ...citeList(visit, { title: words.meetings.title, v1: 'meetings', ocd: 'events' }),
          isEmbeddable: true,
        }}
        table={{ path: 'meetings' }}
        feed="meetings"
        calendar={calendarOf(query.organization)}
      >
        <h1>{words.meetings.title}</h1>
        <Filter visit={visit} bodies={found.bodies} />
        <MeetingList visit={visit} page={found.page} notes={found.notes} />
      </CouncilPage>
    )
  },
}

/** That of the council, or of the body that the page is filtered by. */
function calendarOf(body: unknown): string {
  return body === undefined
    ? 'meetings'
    : `bodies/${encodeURIComponent(String(body).toLowerCase())}`
}

interface FilterProps {
  visit: Visit
  bodies: readonly { slug: string; name: string }[]
}

/** The filters of the API. */
function Filter({ visit, bodies }: FilterProps) {
  const { meetings, list } = useLocale().words
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  const options = useBodyOptions(bodies)
  return (
    <FilterForm visit={visit}>
      <Select {...field('organization', list.body)} all={list.allBodies} options={options} />
      <DateField {...field('date_from', list.from)} />
      <DateField {...field('date_to', list.to)} />
      <Check {...field('has_recorded_votes', meetings.withVotes)} />
    </FilterForm>
  )
}

interface MeetingListProps {
  visit: Visit
  page: ListPage<MeetingItemRow>
  notes: ReadonlyMap<number, MeetingNotes>
}

/** Months are shown until they have this number of meetings; later ones are folded away. */
const unfoldedMin = 20

/** Meetings by month, newest first. */
function MeetingList({ visit, page, notes }: MeetingListProps) {
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

interface CalendarProps {
  /** Dates of meetings that are not called off, newest first. */
  dates: readonly string[]
  /** YYYY-MM, newest first. */
  months: readonly string[]
}

/** Months that are drawn, as many as are side by side. */
const drawnMax = 4
/** The side of a day, and the height of the initials of the weekdays, in units of the picture. */
const [side, head] = [24, 16]
/** More meetings on a day look the same. */
const dotsMax = 4

/** The days with meetings by month, as a picture for those who see it: the list below has all of them. */
function Calendar({ dates, months }: CalendarProps) {
  const { words, month, weekday, date } = useLocale()
  if (months.length === 0) return null
  const meetingsOf = groupBy(dates, (day) => day)
  // November 1, 2026, is a Sunday.
  const initials = Array.from({ length: 7 }, (_, at) => weekday(`2026-11-0${at + 1}`).slice(0, 1))
  return (
    <div class="calendar no-print" aria-hidden="true">
      {months.slice(0, drawnMax).map((name) => (
        <figure key={name}>
          <figcaption>{month(`${name}-01`)}</figcaption>
          <svg aria-hidden="true" viewBox={`0 0 ${7 * side} ${head + 6 * side}`}>
            {initials.map((initial, at) => (
              <text key={at} class="head" x={(at + 0.5) * side} y={head / 2}>
                {initial.toUpperCase()}
              </text>
            ))}
            {daysOf(name).map(({ day, x, y }) => {
              const { length } = meetingsOf(day)
              const number = (
                <text x={x + side / 2} y={y + 10}>
                  {Number(day.slice(8))}
                </text>
              )
              if (length === 0) return number
              return (
                <a key={day} href={`#day-${day}`} tabIndex={-1}>
                  <title>{words.meetings.onDay(date(day), length)}</title>
                  <rect x={x + 1} y={y + 1} width={side - 2} height={side - 2} rx="4" />
                  {number}
                  {Array.from({ length: Math.min(length, dotsMax) }, (_, at) => (
                    <circle
                      key={at}
                      cx={x + side / 2 + (at - (Math.min(length, dotsMax) - 1) / 2) * 4}
                      cy={y + side - 5}
                      r="1.4"
                    />
                  ))}
                </a>
              )
            })}
          </svg>
        </figure>
      ))}
    </div>
  )
}

/** The days of a month, in weeks that begin on Sunday. */
function daysOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay()
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => ({
    day: `${month}-${String(at + 1).padStart(2, '0')}`,
    x: ((first + at) % 7) * side,
    y: head + Math.floor((first + at) / 7) * side,
  }))
}
