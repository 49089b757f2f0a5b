import { Phrase } from '../../site/phrase.tsx'
import { listSources } from '../../store/import-runs.ts'
import { recordName, useCouncil } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { BodySelect } from '../parts/body-select.tsx'
import { FilterForm, Select } from '../parts/filter-form.tsx'
import { paths } from '../paths.ts'
import { RegisterSource } from '../registers/register-source.tsx'
import { AttendanceQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { Key, Matrix, Missed } from './matrix.tsx'
import { type AttendanceFilters, type AttendanceOfYear, readAttendance } from './read-attendance.ts'
import type { Table } from './table.ts'

/** Columns and rows of the table. */
const [meetingsMax, membersMax] = [60, 60]

/** `/{municipality}/attendance`: who of the council, or of another body, attended which meeting of a year. */
export const attendancePage: ExplorePage = {
  path: '/attendance',
  querystring: AttendanceQuery,
  async render(visit) {
    const { store, municipality, today, locale, query } = visit
    const scope = { municipalityId: municipality.id, today, language: locale.tag }
    const { found, sources } = await store.read(async (db) => ({
      found: await readAttendance(db, scope, query as AttendanceFilters),
      sources: await listSources(
        db,
        municipality.id,
        municipality.registers.attendance?.sources ?? [],
      ),
    }))
    return <AttendancePage {...{ visit, found, sources }} />
  },
}

interface PageProps {
  visit: Visit
  found: AttendanceOfYear
  sources: Awaited<ReturnType<typeof listSources>>
}

function AttendancePage({ visit, found, sources }: PageProps) {
  const { municipality, locale, query } = visit
  const { words } = locale
  const { title } = words.attendance
  const { body, year } = found
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={title}
      description={words.attendance.description(municipality.name)}
      crumbs={[<a href={paths.people(municipality)}>{words.people.members}</a>, title]}
      citation={{
        text: `${municipality.name}, ${title}`,
        v1: urlOf(`/api/v1/${municipality.slug}/meetings`, {
          organization: body?.slug,
          ...(year !== undefined && { date_from: `${year}-01-01`, date_to: `${year}-12-31` }),
          ...{ include: 'attendance', per_page: 20 },
        }),
        query,
        isEmbeddable: true,
      }}
      feed={{ path: 'attendance' }}
      table={{ path: 'attendance', filters: { organization: body?.slug, year } }}
    >
      <h1>{title}</h1>
      {body !== undefined && year !== undefined && (
        <p class="lead">
          {words.attendance.lead(recordName(municipality, locale, body.name), String(year))}
        </p>
      )}
      <p class="quiet">
        <RegisterSource
          name="attendance"
          council={municipality.name}
          state={municipality.registers.attendance}
          sources={sources}
        />{' '}
        {words.registers.official}
      </p>
      <Filters visit={visit} found={found} />
      <OfYear found={found} />
    </CouncilPage>
  )
}

function Filters({ visit: { path, query }, found }: { visit: Visit; found: AttendanceOfYear }) {
  const { words } = useLocale()
  const years = yearsOf(found)
  if (found.bodies.length <= 1 && years.length === 0 && Object.keys(query).length === 0) return null
  return (
    <FilterForm visit={{ path, query }}>
      <BodySelect name="organization" query={query} bodies={found.bodies} />
      <Select
        {...{ query, options: years.map((year) => ({ value: year, name: year })) }}
        name="year"
        label={words.attendance.year}
        all={words.attendance.latest}
      />
    </FilterForm>
  )
}

/** Those between the first and the last roll call, newest first. */
function yearsOf({ bodies, body }: AttendanceOfYear): string[] {
  const days = body === undefined ? bodies : [body]
  const years = days.flatMap(({ first, last }) => [first, last].flatMap((day) => day ?? []))
  const numbers = years.map((day) => Number(day.slice(0, 4)))
  if (numbers.length === 0) return []
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  return Array.from({ length: to - from + 1 }, (_, at) => String(to - at))
}

/** The tables, or why there are none. */
function OfYear({ found }: { found: AttendanceOfYear }) {
  const { words } = useLocale()
  const { table, year, hasAbsences } = found
  if (table !== undefined && table.recorded > 0) return <Tables table={table} />
  const none = year === undefined || found.body?.last == null
  return (
    <>
      <p>{none ? words.attendance.none : noneIn(table, String(year), words)}</p>
      {hasAbsences && <AtVotes />}
    </>
  )
}

function noneIn(
  table: Table | undefined,
  year: string,
  { attendance }: ReturnType<typeof useLocale>['words'],
): string {
  return table?.meetings.length === 0 ? attendance.noneHeld(year) : attendance.noneInYear(year)
}

function AtVotes() {
  const { words } = useLocale()
  const members = (
    <a href={`${paths.people(useCouncil())}?sort=absences`}>{words.attendance.membersByAbsences}</a>
  )
  return (
    <p>
      <Phrase text={words.attendance.atVotes} values={{ members }} />
    </p>
  )
}

function Tables({ table: { meetings, members, ...table } }: { table: Table }) {
  const { words, count } = useLocale()
  const { attendance, totals } = words
  const shown = {
    meetings: meetings.slice(-meetingsMax),
    members: members.slice(0, membersMax),
  }
  const all = count(meetings.length)
  const notes = [
    attendance.recorded(table.recorded, count(table.recorded), all),
    attendance.counted,
    !table.hasSeats && attendance.noSeats,
    meetings.length > meetingsMax && attendance.latestMeetings(count(meetingsMax), all),
    members.length > membersMax &&
      attendance.firstMembers(count(membersMax), count(members.length)),
  ]
  const others = table.others
    .slice(0, membersMax)
    .map(({ name, attended, of }) =>
      attendance.other(name, totals.part(count(attended), count(of))),
    )
  return (
    <>
      <Matrix {...shown} />
      <Key {...shown} />
      <p class="quiet">{notes.filter((note) => note !== false).join(' ')}</p>
      {others.length > 0 && <p class="quiet">{attendance.others(others.join(', '))}</p>}
      <Missed meetings={meetings} members={shown.members} />
    </>
  )
}
