import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { existedOn } from '../../store/seats.ts'
import { councilsOf, lastDecided, lineColumns, meetingsAround, votersIn } from '../queries.ts'

const [latestMax, closestMax, bodiesMax, newestMax] = [6, 5, 12, 5]

interface CouncilDay {
  municipalityId: number
  today: string
  /** Older votes are not among the closest. */
  since: string
}

/** The next and latest meetings, the last of the council with a decision, the closest votes, and the busiest bodies; one statement. */
export async function findOverview(db: ReadDatabase, { municipalityId, today, since }: CouncilDay) {
  const { next, latest } = meetingsAround(
    db,
    (meetings) => meetings.where('meetings.municipality_id', '=', municipalityId),
    { today, latestMax },
  )
  const ofCouncil = meetingsAround(
    db,
    (meetings) => meetings.where('meetings.organization_id', 'in', councilsOf(municipalityId)),
    { today, latestMax },
  ).next.limit(({ lit }) => lit(1))
  const row = await db
    .selectNoFrom([
      jsonRows(db, next).as('next'),
      jsonRows(db, latest).as('latest'),
      jsonRows(db, ofCouncil).as('ofCouncil'),
      jsonRows(db, closestVotes(db, municipalityId, since)).as('closest'),
      jsonRows(db, busiestBodies(db, { municipalityId, today })).as('bodies'),
      jsonRows(db, latestMatters(db, municipalityId)).as('matters'),
      jsonRows(db, newestBylaws(db, municipalityId)).as('bylaws'),
      jsonRows(db, lastOfCouncil(db, municipalityId)).as('decided'),
      jsonRows(db, decidedWithoutMeeting(db, { municipalityId, today })).as('decidedOnDay'),
      firstDay(db, 'meetings', municipalityId).as('firstMeeting'),
      firstDay(db, 'motions', municipalityId).as('firstMotion'),
      lastMotion(db, { municipalityId, today }).as('lastMotion'),
      undatedMotions(db, municipalityId).as('undated'),
      jsonRows(db, votersIn(db, councilsOf(municipalityId))).as('voters'),
      jsonRows(db, wardsOf(db, municipalityId)).as('wards'),
    ])
    .executeTakeFirstOrThrow()
  return {
    next: parseRows(row.next),
    latest: parseRows(row.latest),
    ofCouncil: parseRows(row.ofCouncil)[0],
    closest: parseRows(row.closest),
    bodies: parseRows(row.bodies),
    matters: parseRows(row.matters),
    bylaws: parseRows(row.bylaws),
    decided: parseRows(row.decided)[0],
    decidedOnDay: parseRows(row.decidedOnDay)[0],
    ...spanOf(row, parseRows(row.latest)[0]?.date),
    voters: parseRows(row.voters),
    undated: Number(row.undated),
    wards: parseRows(row.wards),
  }
}

export type OverviewRows = Awaited<ReturnType<typeof findOverview>>

type Days = Record<'firstMeeting' | 'firstMotion' | 'lastMotion', string | null>

/** From the first to the last day that has a meeting or a motion; motions can lack their meeting. */
function spanOf({ firstMeeting, firstMotion, lastMotion: last }: Days, lastMeeting?: string) {
  const sortDays = (days: (string | null | undefined)[]) => days.filter((day) => day != null).sort()
  return {
    firstDate: sortDays([firstMeeting, firstMotion])[0],
    lastDate: sortDays([lastMeeting, last]).at(-1),
  }
}

function firstDay(db: ReadDatabase, table: 'meetings' | 'motions', municipalityId: number) {
  return db
    .selectFrom(table)
    .select(({ fn }) => fn.min<string | null>('date').as('date'))
    .where('municipality_id', '=', municipalityId)
    .where('date', '>', '')
}

function undatedMotions(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', municipalityId)
    .where('date', '=', '')
}

function lastMotion(db: ReadDatabase, { municipalityId, today }: Omit<CouncilDay, 'since'>) {
  return db
    .selectFrom('motions')
    .select(({ fn }) => fn.max<string | null>('date').as('date'))
    .where('municipality_id', '=', municipalityId)
    .where('date', '>', '')
    .where('date', '<=', today)
}

/** The newest decision of a council after its last meeting with one, whose own meeting is not on record. */
function decidedWithoutMeeting(
  db: ReadDatabase,
  { municipalityId, today }: Omit<CouncilDay, 'since'>,
) {
  return db
    .selectFrom('motions')
    .innerJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select(['organizations.id', 'organizations.name', 'organizations.slug', 'motions.date'])
    .where('motions.decided_by_id', 'in', councilsOf(municipalityId))
    .where('motions.meeting_id', 'is', null)
    .where('motions.result_folded', 'is not', null)
    .where('motions.date', '<=', today)
    .where(({ eb, fn, val, selectFrom }) =>
      eb(
        'motions.date',
        '>',
        fn.coalesce(
          selectFrom(lastOfCouncil(db, municipalityId).as('decided')).select('decided.date'),
          val(''),
        ),
      ),
    )
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(1))
}

function wardsOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('wards')
    .select(['name', 'path', 'west', 'south', 'east', 'north', 'postal_codes'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('position')
}

/** The last meeting of a council with a decision on record. */
function lastOfCouncil(db: ReadDatabase, municipalityId: number) {
  return lastDecided(db, (meetings) =>
    meetings.where('meetings.organization_id', 'in', councilsOf(municipalityId)),
  )
}

/** By the share of the votes that lie between the two sides. */
function closestVotes(db: ReadDatabase, municipalityId: number, since: string) {
  return db
    .selectFrom('motions')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .select([...lineColumns, 'meetings.title as meeting_title'])
    .where('motions.municipality_id', '=', municipalityId)
    .where('motions.date', '>=', since)
    .where('motions.tally_for', '>', 0)
    .where('motions.tally_against', '>', 0)
    .orderBy(({ eb, fn, lit }) =>
      eb(
        eb(
          fn<number>('abs', [eb('motions.tally_for', '-', eb.ref('motions.tally_against'))]),
          '*',
          lit(1000),
        ),
        '/',
        eb('motions.tally_for', '+', eb.ref('motions.tally_against')),
      ),
    )
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(closestMax))
}

function latestMatters(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('matters')
    .select(['slug', 'title', 'identifier', 'last_seen', 'lapsed_on'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(newestMax))
}

function newestBylaws(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('bylaws')
    .select([
      'slug',
      'title',
      'bylaw_number',
      'year',
      'sort_date',
      'passed_date',
      'enacted_date',
      'status',
      'is_vetoed',
      'category',
      'description',
    ])
    .where('municipality_id', '=', municipalityId)
    .orderBy('sort_date', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(newestMax))
}

/** Of those that still exist. */
function busiestBodies(db: ReadDatabase, { municipalityId, today }: Omit<CouncilDay, 'since'>) {
  return db
    .selectFrom('organizations')
    .innerJoin('meetings', 'meetings.organization_id', 'organizations.id')
    .select(['organizations.slug', 'organizations.name'])
    .select(({ fn }) => fn.count<number>('meetings.id').as('meetings'))
    .where('organizations.municipality_id', '=', municipalityId)
    .where(existedOn(today))
    .groupBy('organizations.id')
    .orderBy('meetings', 'desc')
    .orderBy('organizations.name_folded')
    .limit(({ lit }) => lit(bodiesMax))
}
