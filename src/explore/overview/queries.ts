import { defeatedFilter } from '../../core/headings/outcome.ts'
import { hasOutcome } from '../../resources/_shared/queries.ts'
import { cachedRow } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { councilsOf, lastDecided, meetingsAround, votersIn, wardShapes } from '../queries.ts'

const latestMax = 1

type CouncilDay = { municipalityId: number; today: string }

/** The next and latest meetings, the last of the council with a decision, and how much there is of what; one statement. */
export async function findOverview(db: ReadDatabase, day: CouncilDay) {
  const row = await overviewOf(db, day)
  return {
    next: parseRows(row.next),
    latest: parseRows(row.latest),
    ofCouncil: parseRows(row.ofCouncil)[0],
    decided: parseRows(row.decided)[0],
    decidedOnDay: parseRows(row.decidedOnDay)[0],
    ...spanOf(row, parseRows(row.latest)[0]?.date),
    lastYear: lastYearOf(row),
    voters: parseRows(row.voters),
    undated: Number(row.undated),
    holds: holdsOf(parseRows(row.holdings)[0]),
    wards: parseRows(row.wards),
    counts: {
      defeated: Number(row.defeated),
      contested: Number(row.contested),
      meetings: Number(row.meetings),
      matters: Number(row.matters),
      bylaws: Number(row.bylaws),
    },
  }
}

export type OverviewRows = Awaited<ReturnType<typeof findOverview>>

const overviewOf = cachedRow((db, { municipalityId, today }: CouncilDay) => {
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
  return db.selectNoFrom([
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
    ofLastYear(db, { municipalityId, today })
      .where(hasOutcome(db, 'motions', defeatedFilter))
      .as('defeated'),
    ofLastYear(db, { municipalityId, today }).where('contested', '=', 1).as('contested'),
    jsonRows(db, holdingsOf(db, municipalityId)).as('holdings'),
    countOf(db, 'meetings', municipalityId).as('meetings'),
    countOf(db, 'matters', municipalityId).as('matters'),
    countOf(db, 'bylaws', municipalityId).as('bylaws'),
  ])
})

type Days = Record<'firstMeeting' | 'firstMotion' | 'lastMotion', string | null>

/** From the first to the last day that has a meeting or a motion; motions can lack their meeting. */
function spanOf({ firstMeeting, firstMotion, lastMotion: last }: Days, lastMeeting?: string) {
  const sortDays = (days: (string | null | undefined)[]) => days.filter((day) => day != null).sort()
  return {
    firstDate: sortDays([firstMeeting, firstMotion])[0],
    lastDate: sortDays([lastMeeting, last]).at(-1),
  }
}

/** The days between which motions are counted. */
function lastYearOf({ firstMotion: first, lastMotion: last }: Days) {
  if (first === null || last === null) return undefined
  // As a date, also of February 29.
  const before = `${Number(last.slice(0, 4)) - 1}${last.slice(4)}`.replace('-02-29', '-03-01')
  return { first: before > first ? before : first, last }
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

function lastMotion(db: ReadDatabase, { municipalityId, today }: CouncilDay) {
  return db
    .selectFrom('motions')
    .select(({ fn }) => fn.max<string | null>('date').as('date'))
    .where('municipality_id', '=', municipalityId)
    .where('date', '>', '')
    .where('date', '<=', today)
}

/** The newest decision of a council after its last meeting with one, whose own meeting is not on record. */
function decidedWithoutMeeting(db: ReadDatabase, { municipalityId, today }: CouncilDay) {
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

/** 1 for each kind of paper and vote that the record has of a meeting or by-law, else null. */
function holdingsOf(db: ReadDatabase, municipalityId: number) {
  const one = <T extends 'meetings' | 'motions' | 'bylaws'>(table: T) =>
    db
      .selectFrom(table as 'meetings')
      .select(({ lit }) => lit(1).as('one'))
      .where('municipality_id', '=', municipalityId)
      .limit(({ lit }) => lit(1))
  const texts = db
    .selectFrom('documents')
    .select(({ lit }) => lit(1).as('one'))
    .limit(({ lit }) => lit(1))
  return db
    .selectFrom('municipalities')
    .select([
      one('meetings').where('has_agenda', '=', 1).as('agendas'),
      one('meetings').where('has_minutes', '=', 1).as('minutes'),
      one('motions').as('motions'),
    ])
    .select(({ eb }) => [
      eb('recorded_vote_count', '+', eb.ref('partial_vote_count')).as('votes'),
      eb.fn
        .coalesce(
          texts
            .innerJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
            .where('bylaws.municipality_id', '=', municipalityId),
          texts
            .innerJoin('matters', 'matters.id', 'documents.matter_id')
            .where('matters.municipality_id', '=', municipalityId)
            .where('matters.bylaw_id', 'is not', null)
            .where('documents.slug', 'is not', null),
        )
        .as('texts'),
    ])
    .where('id', '=', municipalityId)
}

type Holdings = Record<'agendas' | 'minutes' | 'motions' | 'votes' | 'texts', number | null>

const holdsOf = (row: Holdings | undefined) => ({
  agendas: Number(row?.agendas ?? 0) > 0,
  minutes: Number(row?.minutes ?? 0) > 0,
  motions: Number(row?.motions ?? 0) > 0,
  votes: Number(row?.votes ?? 0) > 0,
  texts: Number(row?.texts ?? 0) > 0,
})

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

/** The motions of the twelve months before the last motion on record. */
function ofLastYear(db: ReadDatabase, council: CouncilDay) {
  const days = db.selectFrom(lastMotion(db, council).as('last'))
  const first = days.select(({ eb, fn, lit }) => {
    const part = (...at: [number, number?]) =>
      fn<string>('substr', ['last.date', ...at.map((one) => lit(one ?? 0))])
    const year = eb(eb.cast<number>(part(1, 4), 'integer'), '-', lit(1))
    return eb(eb.cast<string>(year, 'varchar'), '||', part(yearLength)).as('first')
  })
  return db
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('motions.municipality_id', '=', council.municipalityId)
    .where('motions.date', '>=', first)
}
const yearLength = 5

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
  const row = await agendaOf(db, { meetingId })
  return { ...row, business: parseRows(row.business) }
}

const agendaOf = cachedRow((db, { meetingId }: { meetingId: number }) => {
  const items = db
    .selectFrom('agenda_items')
    .select(['agenda_items.id', 'agenda_items.title'])
    .select(({ fn }) => fn.countAll<number>().over().as('items'))
    .where('agenda_items.meeting_id', '=', meetingId)
    .where('agenda_items.matter_id', 'is not', null)
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(itemsMax))
  return db
    .selectFrom('meetings')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['meetings.date', 'starts_at', 'status', 'organizations.slug as organization_slug'])
    .select(['agenda_url', jsonRows(db, items).as('business')])
    .where('meetings.id', '=', meetingId)
})
