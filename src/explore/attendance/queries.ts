import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import { calledOffStatuses } from '../../core/called-off.ts'
import { foldCase } from '../../core/fold.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { bodyChoices } from '../queries.ts'

/** More than any body has in a year. */
const [meetingsMax, linesMax, seatsMax] = [400, 20_000, 2000]

/**
 * Councils, and the other bodies with a roll call of a meeting, with the days of the first and the last meeting that has
 * one; and whether votes name who was absent. One statement.
 */
export async function findRollCalls(
  db: ReadDatabase,
  { municipalityId, today }: { municipalityId: number; today: string },
) {
  const bodies = bodyChoices(db, municipalityId)
    .select('id')
    .select(({ eb }) => eb('classification', '=', 'council').as('is_council'))
    .select([rollDay(today, 'asc').as('first'), rollDay(today, 'desc').as('last')])
    .select(fullYear(today).as('full_year'))
  const absences = db
    .selectFrom('people')
    .select(({ fn }) => fn.max<number>('absences').as('most'))
    .where('municipality_id', '=', municipalityId)
  const row = await db
    .selectNoFrom([jsonRows(db, bodies).as('bodies'), absences.as('absences')])
    .executeTakeFirstOrThrow()
  const listed = parseRows(row.bodies).map((body) => ({
    ...body,
    is_council: Boolean(body.is_council),
  }))
  return {
    bodies: listed
      .filter(({ is_council, first }) => is_council || first !== null)
      .toSorted((one, other) => Number(other.is_council) - Number(one.is_council)),
    hasAbsences: Number(row.absences ?? 0) > 0,
  }
}

export type RollCalls = Awaited<ReturnType<typeof findRollCalls>>
export type Body = RollCalls['bodies'][number]

/** The body of a slug, in any case. */
export const bodyOfSlug = (bodies: readonly Body[], slug: string) =>
  bodies.find((body) => foldCase(body.slug) === foldCase(slug))

const rollDay = (today: string, direction: 'asc' | 'desc') =>
  rollCalls(today)
    .select('meetings.date')
    .orderBy('meetings.date', direction)
    .limit(({ lit }) => lit(1))

/** Meetings with a roll call that a year has before the page opens on it. */
const fullYearMin = 5

const meetings = expressionBuilder<Tables, 'meetings'>()
const yearOfMeeting = meetings.fn<string>('substr', [
  meetings.ref('meetings.date'),
  ...[1, 4].map((position) => meetings.lit(position)),
])

/** The latest year with enough meetings that have a roll call. */
const fullYear = (today: string) =>
  rollCalls(today)
    .select(yearOfMeeting.as('year'))
    .groupBy(yearOfMeeting)
    .having(({ eb, fn, lit }) => eb(fn.countAll(), '>=', lit(fullYearMin)))
    .orderBy('year', 'desc')
    .limit(({ lit }) => lit(1))

function rollCalls(today: string) {
  return expressionBuilder<Tables, 'organizations'>()
    .selectFrom('meetings')
    .whereRef('meetings.organization_id', '=', 'organizations.id')
    .where('meetings.date', '<=', today)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance')
          .select('attendance.id')
          .whereRef('attendance.meeting_id', '=', 'meetings.id'),
      ),
    )
}

interface BodyYear {
  bodyId: number
  year: number
  today: string
}

/** The meetings of a body in a year up to today that were not called off, who is in their roll calls, and the seats; one statement. */
export async function findYear(db: ReadDatabase, { bodyId, year, today }: BodyYear) {
  const [first, end] = [`${year}-01-01`, `${year}-12-31`]
  const last = end < today ? end : today
  const isHeld = ({ and, eb }: ExpressionBuilder<Tables, 'meetings'>) =>
    and([
      eb('meetings.organization_id', '=', bodyId),
      eb('meetings.date', '>=', first),
      eb('meetings.date', '<=', last),
      eb('meetings.status', 'not in', calledOffStatuses),
    ])
  const meetings = db
    .selectFrom('meetings')
    .select(['meetings.id', 'meetings.slug', 'meetings.title', 'meetings.date'])
    .where(isHeld)
    .orderBy('meetings.date')
    .orderBy('meetings.id')
    .limit(({ lit }) => lit(meetingsMax))
  const lines = db
    .selectFrom('meetings')
    .innerJoin('attendance', 'attendance.meeting_id', 'meetings.id')
    .leftJoin('people', 'people.id', 'attendance.person_id')
    .select(['attendance.meeting_id', 'people.slug', 'attendance.present', 'attendance.reason'])
    .select('attendance.sessions')
    .select(({ fn }) => fn.coalesce('people.name', 'attendance.person_name').as('name'))
    .where((eb) => isHeld(eb as unknown as ExpressionBuilder<Tables, 'meetings'>))
    .orderBy('attendance.id')
    .limit(({ lit }) => lit(linesMax))
  const seats = db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.slug', 'people.name', 'memberships.start_date', 'memberships.end_date'])
    .select('memberships.ended')
    .where('memberships.organization_id', '=', bodyId)
    .where(({ eb, or }) =>
      or([eb('memberships.start_date', 'is', null), eb('memberships.start_date', '<=', last)]),
    )
    .where(({ eb, or }) =>
      or([eb('memberships.end_date', 'is', null), eb('memberships.end_date', '>=', first)]),
    )
    .orderBy('memberships.id')
    .limit(({ lit }) => lit(seatsMax))
  const row = await db
    .selectNoFrom([
      jsonRows(db, meetings).as('meetings'),
      jsonRows(db, lines).as('lines'),
      jsonRows(db, seats).as('seats'),
    ])
    .executeTakeFirstOrThrow()
  return {
    meetings: parseRows(row.meetings),
    lines: parseRows(row.lines),
    seats: parseRows(row.seats),
  }
}

export type YearRows = Awaited<ReturnType<typeof findYear>>
