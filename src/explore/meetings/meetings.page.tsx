import { dayMs, utcDate } from '../../core/calendar-date.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import {
  countMeetings,
  listMeetings,
  listMeetingsAhead,
  type MeetingFilters,
  type MeetingItemRow,
} from '../../resources/meetings/queries.ts'
import { useBodyOptions } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage, urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Check, DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { MeetingAbout } from '../parts/meeting-about.tsx'
import { More } from '../parts/rows.tsx'
import { RecordEnd, Sitting } from '../parts/sitting.tsx'
import { paths } from '../paths.ts'
import { MeetingsPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { type BesideMeetings, findAbsentee, readBesideMeetings } from './queries.ts'

interface MeetingsOnPage extends BesideMeetings {
  /** Those of today and later, soonest first; none after the first page. */
  ahead: readonly MeetingItemRow[]
  /** The date of the first meeting to come that is not shown. */
  later: string | undefined
  past: ListPage<MeetingItemRow>
  /** How many meetings match, past and to come. */
  count: number
  /** Name of the person who missed those that are shown. */
  absentee: string | undefined
}

/** `/{municipality}/meetings`: what is coming up, then past meetings by month, with the filters of the API. */
export const meetingsPage: ExplorePage = {
  path: '/meetings',
  querystring: MeetingsPageQuery,
  async render(visit) {
    const { municipality, locale, query } = visit
    const { words } = locale
    const found = await readMeetings(visit)
    return (
      <CouncilPage
        visit={visit}
        section="meetings"
        title={words.meetings.title}
        description={words.meetings.description(municipality.name)}
        // Other forms of the list do not take an absence.
        {...(query.missed_by === undefined && {
          citation: {
            ...citeList(visit, { title: words.meetings.title, v1: 'meetings', ocd: 'events' }),
            isEmbeddable: true,
          },
          table: { path: 'meetings' },
          feed: { path: 'meetings' },
        })}
        calendar={calendarOf(query.organization)}
      >
        <h1>{words.meetings.title}</h1>
        <Filter visit={visit} bodies={found.bodies} />
        {found.hasChanges && (
          <p>
            <a href={paths.changes(municipality)}>{words.changes.title}</a>
          </p>
        )}
        {found.count > 0 && <p>{words.meetings.count(found.count, locale.count(found.count))}</p>}
        {found.absentee !== undefined && <p>{words.meetings.missedBy(found.absentee)}</p>}
        <Meetings visit={visit} found={found} />
      </CouncilPage>
    )
  },
}

/** Past meetings of one page, and meetings to come on the first: enough for whole months. */
const meetingsPerPage = 50

/** In four statements, or five with the name of somebody who was absent. */
async function readMeetings(visit: Visit): Promise<MeetingsOnPage> {
  const { municipality, store, query, today } = visit
  const { cursor, ...given } = query
  const filters = given as MeetingFilters
  const { date_from: from = '', date_to: to = '9999-12-31' } = filters
  const yesterday = utcDate(Date.parse(today) - dayMs)
  return store.read(async (db) => {
    const past = await readListPage(
      visit,
      async (paging) =>
        isBefore(yesterday, from)
          ? []
          : listMeetings(
              db,
              municipality.id,
              { ...filters, date_to: isBefore(to, yesterday) ? to : yesterday },
              paging,
            ),
      (row) => [row.date, row.id],
      meetingsPerPage,
    )
    const hasAhead = cursor === undefined && !isBefore(to, today)
    const ahead = hasAhead
      ? await listMeetingsAhead(
          db,
          municipality.id,
          { ...filters, date_from: isBefore(today, from) ? from : today },
          meetingsPerPage + 1,
        )
      : []
    const shown = ahead.slice(0, meetingsPerPage)
    const ids = [...shown, ...past.rows].map(({ id }) => id)
    const beside = await readBesideMeetings(db, { municipalityId: municipality.id, ids })
    // A meeting of today may be over.
    const isOver = ({ id, date }: MeetingItemRow) =>
      date === today && beside.notes.get(id)?.status === 'completed'
    return {
      ...beside,
      count: await countMeetings(db, municipality.id, filters),
      absentee: await findAbsentee(db, municipality.id, filters),
      ahead: shown.filter((row) => !isOver(row)),
      later: ahead[meetingsPerPage]?.date,
      past: { ...past, rows: [...shown.filter(isOver).reverse(), ...past.rows] },
    }
  })
}

/** Dates in ISO 8601 are in the order of their texts. */
const isBefore = (one: string, other: string) => one < other

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

interface MeetingsProps {
  visit: Visit
  found: MeetingsOnPage
}

/** What is coming up, soonest first, and the past, newest first. */
function Meetings({ visit, found }: MeetingsProps) {
  const { words } = useLocale()
  const { ahead, past, later } = found
  const { cursor, ...filters } = visit.query
  const isFiltered = hasFilter(visit)
  if (ahead.length + past.rows.length === 0)
    return <p>{isFiltered ? words.meetings.noneSuch : words.meetings.none}</p>
  const held = [...ahead, ...past.rows].find(({ status }) => !isCalledOff(status))
  const last = isFiltered ? undefined : held?.date
  return (
    <>
      {last !== undefined && <RecordEnd visit={visit} last={last} />}
      <Calendar visit={visit} found={found} />
      {(ahead.length > 0 || !isFiltered) && <h2 id="coming">{words.meetings.comingUp}</h2>}
      {ahead.length === 0 && !isFiltered && <p>{words.overview.noNext}</p>}
      <Months visit={visit} found={found} rows={ahead} section="coming" />
      {later !== undefined && (
        <p>
          <a href={urlOf(visit.path, { ...filters, date_from: later })}>{words.meetings.later}</a>
        </p>
      )}
      {past.rows.length > 0 && <h2 id="past">{words.meetings.past}</h2>}
      <Months visit={visit} found={found} rows={past.rows} section="past" />
      <More page={past} />
    </>
  )
}

interface MonthsProps extends MeetingsProps {
  rows: readonly MeetingItemRow[]
  section: 'coming' | 'past'
}

/** Meetings by month, in the order of the list. */
function Months({ visit, found, rows, section: part }: MonthsProps) {
  const { month } = useLocale()
  const months = [...new Set(rows.map(({ date }) => date.slice(0, 7)))]
  const inMonth = groupBy(rows, ({ date }) => date.slice(0, 7))
  const section = (name: string) => (
    <section key={name}>
      <h3 class="month" id={`${part}-${name}`}>
        {month(`${name}-01`)}
      </h3>
      <ul class="sittings">
        {inMonth(name).map((meeting, at, all) => (
          <li
            key={meeting.id}
            id={all[at - 1]?.date === meeting.date ? undefined : `day-${meeting.date}`}
          >
            <Sitting visit={visit} meeting={meeting} notes={found.notes.get(meeting.id)}>
              <MeetingAbout
                meeting={meeting}
                note={found.notes.get(meeting.id)}
                isPast={part === 'past'}
              />
            </Sitting>
          </li>
        ))}
      </ul>
    </section>
  )
  return <>{months.map(section)}</>
}

/** The months that a page has all meetings of, which other pages may have a part of. */
function wholeMonths({ ahead, later, past }: MeetingsOnPage): string[] {
  const monthsOf = (rows: readonly MeetingItemRow[]) => [
    ...new Set(rows.map(({ date }) => date.slice(0, 7))),
  ]
  const coming = monthsOf(ahead)
  const [first, ...others] = monthsOf(past.rows)
  const gone = past.first === undefined && first !== undefined ? [first, ...others] : others
  return [
    ...new Set([
      ...(later === undefined ? coming : coming.slice(0, -1)),
      ...(past.next === undefined ? gone : gone.slice(0, -1)),
    ]),
  ].sort()
}

function hasFilter({ query }: Visit): boolean {
  return Object.keys(query).length > 0
}

/** Months that are drawn, as many as are side by side. */
const drawnMax = 4
/** Of these, on a narrow screen. */
const narrowMax = 2
/** The side of a day, and the height of the initials of the weekdays, in units of the picture. */
const [side, head] = [24, 16]
/** More meetings on a day look the same. */
const dotsMax = 4

/** The days with meetings by month, as a picture for those who see it: the list below has all of them. */
function Calendar({ visit, found }: MeetingsProps) {
  const { words, month, weekday, date } = useLocale()
  const months = drawnMonths(wholeMonths(found), visit.today.slice(0, 7))
  if (months.length === 0) return null
  const onNarrow = narrowMonths(months, visit.today.slice(0, 7))
  const dates = [...found.ahead, ...found.past.rows].flatMap(({ id, date: day }) =>
    isCalledOff(found.notes.get(id)?.status ?? '') ? [] : [day],
  )
  const meetingsOf = groupBy(dates, (day) => day)
  // November 1, 2026, is a Sunday.
  const initials = Array.from({ length: 7 }, (_, at) => weekday(`2026-11-0${at + 1}`).slice(0, 1))
  return (
    <div class="calendar no-print" aria-hidden="true">
      {months.map((name) => (
        <figure key={name} class={onNarrow.includes(name) ? undefined : 'wide'}>
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

/** The month before this one and those that follow, or else the newest. */
function drawnMonths(months: readonly string[], now: string): string[] {
  const next = months.findIndex((month) => month >= now)
  const start = next === -1 ? months.length : Math.max(0, next - 1)
  return months.slice(Math.min(start, Math.max(0, months.length - drawnMax))).slice(0, drawnMax)
}

/** Those that a narrow screen has room for: from this one on, or else the newest. */
function narrowMonths(months: readonly string[], now: string): string[] {
  const next = months.findIndex((month) => month >= now)
  const last = Math.max(0, months.length - narrowMax)
  const start = next === -1 ? last : Math.min(next, last)
  return months.slice(start, start + narrowMax)
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
