import type { Type } from 'typebox'
import {
  cachedList,
  fold,
  type InMunicipality,
  idOfSlug,
  type ListQuery,
  type Range,
} from '../../resources/_shared/queries.ts'
import { converted } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordName } from '../council-context.ts'
import { BodyName } from '../parts/names.tsx'
import { paths } from '../paths.ts'
import { AttendanceQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import { type RegisterEntry, register } from './register.ts'

type Filters = Type.Static<typeof AttendanceQuery>
type Row = Awaited<ReturnType<typeof listRollCalls>>[number]

/** Meetings with a roll call; their page has its own folder. */
export const attendance = register<'attendance', Filters, Row>({
  name: 'attendance',
  query: AttendanceQuery,
  list: (db, municipalityId, filters, range) =>
    listRollCalls(db, { ...filters, municipalityId }, range),
  count: (db, municipalityId, filters) => rollCalls.count(db, { ...filters, municipalityId }),
  choices: [],
  position: ({ date, id }) => [date, id],
  entry: toEntry,
})

/** More than a body has members. */
const linesMax = 200

/** Newest first; one statement. */
const listRollCalls = (db: ReadDatabase, filters: Filters & InMunicipality, range: Range) =>
  rollCalls(db, filters, range)

const rollCalls = cachedList((db, list: ListQuery<Filters & InMunicipality>) => {
  const { values, given } = list
  const lines = db
    .selectFrom('attendance')
    .leftJoin('people', 'people.id', 'attendance.person_id')
    .select(['attendance.present', 'attendance.reason'])
    .select(({ fn }) => fn.coalesce('people.name', 'attendance.person_name').as('name'))
    .whereRef('attendance.meeting_id', '=', 'meetings.id' as 'attendance.meeting_id')
    .orderBy('attendance.id')
  return db
    .selectFrom('meetings')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['meetings.id', 'meetings.slug', 'meetings.title', 'meetings.date'])
    .select(['meetings.updated_at', 'organizations.name as organization'])
    .select(['organizations.slug as organization_slug', jsonRows(db, lines, linesMax).as('lines')])
    .where('meetings.municipality_id', '=', values.municipalityId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance')
          .select('attendance.id')
          .whereRef('attendance.meeting_id', '=', 'meetings.id'),
      ),
    )
    .$if(given('organization'), (query) => {
      const slug = fold(values.organization ?? '')
      const id = idOfSlug('organizations', values.municipalityId, slug)
      return query.where('meetings.organization_id', '=', id)
    })
    .$if(given('year'), (query) => {
      const day = (end: string) => converted(values.year ?? 0, (year) => `${year}-${end}`)
      return query
        .where('meetings.date', '>=', day('01-01'))
        .where('meetings.date', '<=', day('12-31'))
    })
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(list.limit))
})

function toEntry(row: Row, { municipality, locale }: Visit): RegisterEntry {
  const { words, count } = locale
  const { attended, absent } = words.registers.of.attendance
  const { slug, date: day, title, updated_at: updated, organization } = row
  const name = recordName(municipality, locale, title)
  const lines = parseRows(row.lines)
  const away = lines.filter(({ present }) => !present)
  const came = attended(count(lines.length - away.length), count(lines.length))
  const named = away.map(({ name: who, reason }) => (reason === null ? who : `${who} (${reason})`))
  const missed = away.length === 0 ? null : absent(named.join(', '))
  return {
    ...{ slug, day, updated, href: paths.meeting(municipality, slug) },
    title: words.meeting.titled(name, locale.date(day)),
    summary: [came, missed].filter((part) => part !== null).join(' · '),
    cells: [
      <time dateTime={day}>{locale.date(day)}</time>,
      <a href={paths.meeting(municipality, slug)}>{name}</a>,
      organization === null || organization === title ? null : (
        <BodyName name={organization} slug={row.organization_slug} />
      ),
      came,
      missed,
    ],
  }
}
