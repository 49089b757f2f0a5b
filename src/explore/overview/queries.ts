import { turnedDown } from '../../core/headings/outcome.ts'
import { hasOutcome } from '../../resources/_shared/queries.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { councilsOf, lastDecided, meetingsAround, votersIn, wardShapes } from '../queries.ts'

const latestMax = 1

interface CouncilDay {
  municipalityId: number
  today: string
  /** Older motions are not counted among those turned down or contested. */
  since: string
}

/** The next and latest meetings, the last of the council with a decision, and how much there is of what; one statement. */
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
      jsonRows(db, lastOfCouncil(db, municipalityId)).as('decided'),
      jsonRows(db, decidedWithoutMeeting(db, { municipalityId, today })).as('decidedOnDay'),
      firstDay(db, 'meetings', municipalityId).as('firstMeeting'),
      firstDay(db, 'motions', municipalityId).as('firstMotion'),
      lastMotion(db, { municipalityId, today }).as('lastMotion'),
      undatedMotions(db, municipalityId).as('undated'),
      jsonRows(db, votersIn(db, councilsOf(municipalityId))).as('voters'),
      jsonRows(db, wardShapes(db, municipalityId).select('postal_codes')).as('wards'),
      motionsSince(db, { municipalityId, since })
        .where(hasOutcome(db, 'motions', turnedDown.join(',')))
        .as('turnedDown'),
      motionsSince(db, { municipalityId, since }).where('contested', '=', 1).as('contested'),
      countOf(db, 'meetings', municipalityId).as('meetings'),
      countOf(db, 'matters', municipalityId).as('matters'),
      countOf(db, 'bylaws', municipalityId).as('bylaws'),
    ])
    .executeTakeFirstOrThrow()
  return {
    next: parseRows(row.next),
    latest: parseRows(row.latest),
    ofCouncil: parseRows(row.ofCouncil)[0],
    decided: parseRows(row.decided)[0],
    decidedOnDay: parseRows(row.decidedOnDay)[0],
    ...spanOf(row, parseRows(row.latest)[0]?.date),
    voters: parseRows(row.voters),
    undated: Number(row.undated),
    wards: parseRows(row.wards),
    counts: {
      turnedDown: Number(row.turnedDown),
      contested: Number(row.contested),
      meetings: Number(row.meetings),
      matters: Number(row.matters),
      bylaws: Number(row.bylaws),
    },
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

function countOf(
  db: ReadDatabase,
  table: 'meetings' | 'matters' | 'bylaws',
  municipalityId: number,
) {
  // The columns read here are the same in all tables.
  return db
    .selectFrom(table as 'meetings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', municipalityId)
}

function motionsSince(db: ReadDatabase, { municipalityId, since }: Omit<CouncilDay, 'today'>) {
  return db
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('motions.municipality_id', '=', municipalityId)
    .where('motions.date', '>=', since)
}

/** The last meeting of a council with a decision on record. */
function lastOfCouncil(db: ReadDatabase, municipalityId: number) {
  return lastDecided(db, (meetings) =>
    meetings.where('meetings.organization_id', 'in', councilsOf(municipalityId)),
  )
}

/** Items of an agenda that are shown. */
const itemsMax = 4

/** When a meeting begins, its agenda, and what it is to deal with, without the steps of every meeting; one statement. */
export async function readAgenda(db: ReadDatabase, meetingId: number) {
  const items = db
    .selectFrom('agenda_items')
    .select(['agenda_items.id', 'agenda_items.title'])
    .select(({ fn }) => fn.countAll<number>().over().as('items'))
    .where('agenda_items.meeting_id', '=', meetingId)
    .where('agenda_items.matter_id', 'is not', null)
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(itemsMax))
  const row = await db
    .selectFrom('meetings')
    .select(['starts_at', 'agenda_url', jsonRows(db, items).as('business')])
    .where('id', '=', meetingId)
    .executeTakeFirstOrThrow()
  return { ...row, business: parseRows(row.business) }
}
