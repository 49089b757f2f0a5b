import { type Expression, expressionBuilder } from 'kysely'
import { mayBeSeatOn } from '../../core/attendance-state.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import {
  between,
  cachedList,
  flag,
  fold,
  type InMunicipality,
  idOfSlug,
  isUpdatedSince,
  type ListQuery,
  type Range,
} from '../_shared/queries.ts'
import type { AttendanceQuery } from './schema.ts'

export type AttendanceFilters = Omit<AttendanceQuery, 'cursor' | 'per_page'>

type AttendanceList = ListQuery<
  AttendanceFilters & InMunicipality,
  [date: string, meeting: number, id: number]
>

export type AttendanceRow = Awaited<ReturnType<typeof listAttendance>>[number]

/** Newest meeting first, people in the order of its roll call; one statement. */
export const listAttendance = (
  db: ReadDatabase,
  municipalityId: number,
  filters: AttendanceFilters,
  range: Range,
) => pageOfAttendance(db, { ...filters, municipalityId }, range)

/** One statement. */
export const countAttendance = (
  db: ReadDatabase,
  municipalityId: number,
  filters: AttendanceFilters,
) => pageOfAttendance.count(db, { ...filters, municipalityId })

const pageOfAttendance = cachedList((db, list: AttendanceList) => {
  const { date, meeting } = positionIn(list)
  return selectAttendance(db, list)
    .leftJoin('people', 'people.id', 'attendance.person_id')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['attendance.id', 'attendance.meeting_id', 'attendance.present', 'attendance.reason'])
    .select(['attendance.sessions', 'attendance.person_name', 'meetings.date'])
    .select(['meetings.slug as meeting_slug', 'meetings.updated_at'])
    .select(['people.slug as person_slug', 'people.name as person'])
    .select(['people.given_name', 'people.family_name'])
    .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
    .orderBy(date, 'desc')
    .orderBy(meeting, 'desc')
    .orderBy('attendance.id')
    .limit(({ lit }) => lit(list.limit))
})

/** The lines of a person have an index by the day and the meeting that they repeat. */
const positionIn = ({ given }: Pick<AttendanceList, 'given'>) =>
  given('person')
    ? ({ date: 'attendance.date', meeting: 'attendance.meeting_id' } as const)
    : ({ date: 'meetings.date', meeting: 'meetings.id' } as const)

/** Lines of a table that has one for each session of a meeting; one statement. */
export async function countSessions(
  db: ReadDatabase,
  municipalityId: number,
  filters: AttendanceFilters,
): Promise<number> {
  const [row] = await sessionLines(db, { ...filters, municipalityId }, { limit: 1 })
  return Number(row?.count ?? 0)
}

const sessionLines = cachedList((db, list: AttendanceList) => {
  const lines = selectAttendance(db, list).select(({ eb, lit, ref }) =>
    eb
      .case()
      .when('attendance.sessions', '=', '[]')
      .then(lit(1))
      .else(dialectOf(db).jsonLength(ref('attendance.sessions')))
      .end()
      .as('lines'),
  )
  return db.selectFrom(lines.as('listed')).select(({ fn }) => fn.sum<number>('lines').as('count'))
})

/** The lines of all pages with their meetings, which lead to them unless a person does. */
function selectAttendance(db: ReadDatabase, list: AttendanceList) {
  const { values, given, after } = list
  const { municipalityId } = values
  const columns = positionIn(list)
  return db
    .selectFrom('meetings')
    .innerJoin('attendance', 'attendance.meeting_id', 'meetings.id')
    .$if(!given('organization'), (query) =>
      query.where('meetings.municipality_id', '=', municipalityId),
    )
    .$if(given('organization'), (query) => {
      const id = idOfSlug('organizations', municipalityId, fold(values.organization))
      return query.where('meetings.organization_id', '=', id)
    })
    .$if(given('meeting'), (query) =>
      query.where('meetings.id', '=', idOfSlug('meetings', municipalityId, fold(values.meeting))),
    )
    .$if(given('person'), (query) =>
      query.where(
        'attendance.person_id',
        '=',
        idOfSlug('people', municipalityId, fold(values.person)),
      ),
    )
    .$if(given('present'), (query) => query.where('attendance.present', '=', flag(values.present)))
    .$if(given('updated_since'), (query) =>
      query.where(isUpdatedSince('meetings', values.updated_since)),
    )
    .where(({ ref }) => between(list, ref(columns.date)))
    .$if(given('after'), (query) =>
      query.where(({ and, eb, not, refTuple, tuple }) => {
        const [date, meeting, id] = after
        const isEarlier = and([eb(columns.meeting, '=', meeting), eb('attendance.id', '<=', id)])
        const position = refTuple(columns.date, columns.meeting)
        return and([eb(position, '<=', tuple(date, meeting)), not(isEarlier)])
      }),
    )
}

export type PersonAttendanceRow = Awaited<ReturnType<typeof listPersonAttendance>>[number]

type PersonList = ListQuery<
  AttendanceFilters & InMunicipality,
  [name: string, person: number, organization: number]
>

/** Sums for each person and body, by name; two statements. */
export async function listPersonAttendance(
  db: ReadDatabase,
  municipalityId: number,
  filters: AttendanceFilters,
  range: Range,
) {
  const rows = await pageOfPeople(db, { ...filters, municipalityId }, range)
  const seated = await countWhileSeated(db, { ...filters, municipalityId }, rows)
  return rows.map((row) => ({
    ...row,
    recorded: Number(row.recorded),
    attended: Number(row.attended),
    meetings: seated(row),
  }))
}

/** One statement. */
export const countPersonAttendance = (
  db: ReadDatabase,
  municipalityId: number,
  filters: AttendanceFilters,
) => pageOfPeople.count(db, { ...filters, municipalityId })

const pageOfPeople = cachedList((db, { given, after, ...list }: PersonList) => {
  const withoutAfter = (name: Parameters<typeof given>[0]) => name !== 'after' && given(name)
  const { fn, lit } = expressionBuilder<Tables, 'meetings'>()
  const bodyId = fn.coalesce('meetings.organization_id', lit(0))
  return (
    selectAttendance(db, { ...list, after: ['', 0, 0], given: withoutAfter })
      .innerJoin('people', 'people.id', 'attendance.person_id')
      .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
      .select(['people.id as person_id', 'people.name_folded', bodyId.as('organization_id')])
      .select(['people.slug as person_slug', 'people.name as person_name'])
      .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
      .select([
        fn.countAll<number>().as('recorded'),
        expressionBuilder<Tables, 'attendance'>()
          .fn.sum<number>('attendance.present')
          .as('attended'),
        fn.min('meetings.date').as('first'),
        fn.max('meetings.date').as('last'),
      ])
      .$if(given('after'), (query) =>
        query.where(({ and, eb, or, refTuple, tuple }) => {
          const [name, person, organization] = after
          return or([
            eb(refTuple('people.name_folded', 'people.id'), '>', tuple(name, person)),
            and([eb('people.id', '=', person), eb(bodyId, '>', organization)]),
          ])
        }),
      )
      // Of one person and one body, all of these are the same.
      .groupBy(['people.id', 'people.name_folded', 'people.slug', 'people.name', bodyId])
      .groupBy(['organizations.name', 'organizations.slug'])
      .orderBy('people.name_folded')
      .orderBy('people.id')
      .orderBy(bodyId)
      .limit(lit(list.limit))
  )
})

interface OfBody {
  person_id: number
  organization_id: number
}

/** How many meetings with recorded attendance were held while somebody had a seat; null without a seat on record. */
async function countWhileSeated(
  db: ReadDatabase,
  { date_from, date_to }: AttendanceFilters & InMunicipality,
  rows: readonly OfBody[],
): Promise<(row: OfBody) => number | null> {
  const { arrayParam } = dialectOf(db)
  const bodies = arrayParam([...new Set(rows.map((row) => row.organization_id))])
  const people = arrayParam([...new Set(rows.map((row) => row.person_id))])
  const [found] = await seatsAndDays(db, { bodies, people })
  if (found === undefined) return () => null
  const days = Map.groupBy(parseRows(found.days), (day) => day.organization_id)
  const seats = Map.groupBy(
    parseRows(found.seats),
    (seat) => `${seat.person_id} ${seat.organization_id}`,
  )
  const isAsked = (day: string) =>
    (date_from === undefined || day >= date_from) && (date_to === undefined || day <= date_to)
  return (row) => {
    const own = seats.get(`${row.person_id} ${row.organization_id}`)
    // Of a seat that ended on an unknown day, no meeting is known to be within it.
    if (own === undefined || own.some(({ ended, end_date }) => ended === 1 && end_date === null))
      return null
    const held = (days.get(row.organization_id) ?? []).filter(({ date }) => isAsked(date))
    return held.filter(({ date }) => own.some((seat) => mayBeSeatOn(seat, date))).length
  }
}

const seatsAndDays = cachedQuery(
  (db, { bodies, people }: { bodies: ArrayParam; people: ArrayParam }) => {
    const { inArray } = dialectOf(db)
    const days = db
      .selectFrom('meetings')
      .select(['meetings.organization_id', 'meetings.date'])
      .where(({ ref }) => inArray(ref('meetings.organization_id') as Expression<number>, bodies))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('attendance')
            .select('attendance.id')
            .whereRef('attendance.meeting_id', '=', 'meetings.id'),
        ),
      )
    const seats = db
      .selectFrom('memberships')
      .select(['memberships.person_id', 'memberships.organization_id', 'memberships.ended'])
      .select(['memberships.start_date', 'memberships.end_date'])
      .where(({ ref }) => inArray(ref('memberships.person_id') as Expression<number>, people))
    return db.selectNoFrom([jsonRows(db, days).as('days'), jsonRows(db, seats).as('seats')])
  },
)
