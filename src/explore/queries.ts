import { expressionBuilder } from 'kysely'
import { calledOffStatuses } from '../core/called-off.ts'
import type { OutcomeVerb } from '../core/headings/outcome.ts'
import type { InMunicipality } from '../resources/_shared/queries.ts'
import { itemTitle } from '../resources/motions/queries.ts'
import { cachedQuery, cachedRow } from '../store/cached-query.ts'
import { jsonRows, parseRows } from '../store/json-rows.ts'
import { namingColumns, votedColumns } from '../store/motion-columns.ts'
import type { ReadDatabase } from '../store/open.ts'
import type { MonthOfVotes } from '../store/record-tables.ts'
import type { Tables } from '../store/tables.ts'

/** The slug of the only council, with a string that changes with it; undefined if there are none or several. */
export async function findOnlyVersion(db: ReadDatabase) {
  const [only, ...others] = await firstCouncils(db, {})
  if (only === undefined || others.length > 0) return undefined
  const { id, slug, dataVersion, updatedAt } = only
  return { slug, version: `${id} ${dataVersion} ${updatedAt}` }
}

const firstCouncils = cachedQuery((db, _: Record<string, never>) =>
  db
    .selectFrom('municipalities')
    .select(['id', 'slug', 'data_version as dataVersion', 'updated_at as updatedAt'])
    .orderBy('id')
    .limit(({ lit }) => lit(2)),
)

type Sitting = { id: number; date: string; organizationId: number }

/** As far back as the last decision is looked for: many bodies never have one on record. */
const newestMeetings = 200

type Meetings = ReturnType<typeof meetingsIn>

const meetingsIn = (db: Pick<ReadDatabase, 'selectFrom'>) => db.selectFrom('meetings')

/** The newest of some meetings with a decision on record: a motion with a result, or an item with one or with an action. */
export function lastDecided(
  db: Pick<ReadDatabase, 'selectFrom'>,
  among: (meetings: Meetings) => Meetings,
) {
  const newest = among(meetingsIn(db))
    .select(['meetings.id', 'meetings.slug', 'meetings.title', 'meetings.date'])
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(newestMeetings))
  return db
    .selectFrom(newest.as('meetings'))
    .select(['meetings.id', 'meetings.slug', 'meetings.title', 'meetings.date'])
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('motions')
            .select('motions.id')
            .whereRef('motions.meeting_id', '=', 'meetings.id')
            .where('motions.result_folded', 'is not', null),
        ),
        exists(
          selectFrom('agenda_items')
            .select('agenda_items.id')
            .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
            .where((item) =>
              item.or([
                item('agenda_items.result', 'is not', null),
                item('agenda_items.action', 'is not', null),
              ]),
            ),
        ),
      ]),
    )
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(1))
}

/** What a motion is called and what became of it. */
export const outcomeColumns = [
  ...namingColumns,
  ...votedColumns,
  'motions.clause',
  'motions.slug',
  'motions.date',
  'motions.other_result',
] as const

/** What a list says of a motion: also what it is on. */
export const lineColumns = [...outcomeColumns, subject().as('subject')] as const

/** The title of the agenda item of a motion, or else of its matter. */
function subject() {
  const eb = expressionBuilder<Tables, 'motions'>()
  const matter = eb
    .selectFrom('matters')
    .select('matters.title')
    .whereRef('matters.id', '=', 'motions.matter_id')
  return eb.fn.coalesce(itemTitle(), matter)
}

const nextMax = 3
/** More than a list to choose from can have. */
const [bodiesMax, peopleMax] = [300, 500]

/** Bodies by name, as a list can be filtered by. */
export function bodyChoices(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('organizations')
    .select(['slug', 'name'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('name_folded')
    .orderBy('id')
    .limit(({ lit }) => lit(bodiesMax))
}

export function bodiesThatMet(db: ReadDatabase, municipalityId: number) {
  return bodyChoices(db, municipalityId).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('meetings')
        .select('meetings.id')
        .whereRef('meetings.organization_id', '=', 'organizations.id'),
    ),
  )
}

/** The ids of the councils of a municipality. */
export function councilsOf(municipalityId: number) {
  return expressionBuilder<Tables, never>()
    .selectFrom('organizations')
    .select('organizations.id')
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
}

/** Of some meetings, those to come and those that were, without what was called off. */
export function meetingsAround(
  db: ReadDatabase,
  among: (meetings: Meetings) => Meetings,
  { today, latestMax }: { today: string; latestMax: number },
) {
  const meetings = among(meetingsIn(db))
    .select(['meetings.id', 'meetings.slug', 'meetings.title', 'meetings.date'])
    .select(['meetings.has_minutes', 'meetings.has_agenda', 'meetings.summary'])
    .where('meetings.status', 'not in', calledOffStatuses)
  const next = meetings
    .where('meetings.date', '>=', today)
    .orderBy('meetings.date')
    .orderBy('meetings.id')
    .limit(({ lit }) => lit(nextMax))
  const latest = meetings
    .where('meetings.date', '<', today)
    .orderBy('meetings.date', 'desc')
    .orderBy('meetings.id', 'desc')
    .limit(({ lit }) => lit(latestMax))
  return { next, latest }
}

/** The meetings of the same body before and after one, its last one with a decision, and that with minutes; one statement. */
export async function findNeighbours(db: ReadDatabase, sitting: Sitting) {
  const row = await neighboursOf(db, sitting)
  return {
    previous: parseRows(row.previous)[0],
    next: parseRows(row.next)[0],
    decided: parseRows(row.decided)[0],
    minuted: parseRows(row.minuted)[0],
  }
}

const neighboursOf = cachedRow((db, { id, date, organizationId }: Sitting) => {
  const beside = (comparison: '<' | '>', direction: 'asc' | 'desc') =>
    db
      .selectFrom('meetings')
      .select(['slug', 'title', 'date'])
      .where('organization_id', '=', organizationId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('meetings.date', 'meetings.id'), comparison, tuple(date, id)),
      )
      .orderBy('date', direction)
      .orderBy('id', direction)
      .limit(({ lit }) => lit(1))
  const decided = lastDecided(db, (meetings) =>
    meetings.where('meetings.organization_id', '=', organizationId),
  )
  const minuted = db
    .selectFrom('meetings')
    .select('date')
    .where('organization_id', '=', organizationId)
    .where('has_minutes', '=', 1)
    .orderBy('date', 'desc')
    .limit(({ lit }) => lit(1))
  return db.selectNoFrom([
    jsonRows(db, beside('<', 'desc')).as('previous'),
    jsonRows(db, beside('>', 'asc')).as('next'),
    jsonRows(db, decided).as('decided'),
    jsonRows(db, minuted).as('minuted'),
  ])
})

/** Motions on record, those with a full vote by name, and those that lack some of the names. */
export interface MotionCounts {
  motions: number
  recorded: number
  partial: number
}

export function toMotionCounts(
  row: Partial<Record<keyof MotionCounts, unknown>> | undefined,
): MotionCounts {
  const { motions, recorded, partial } = row ?? {}
  return { motions: Number(motions), recorded: Number(recorded), partial: Number(partial) }
}

export function motionCounts(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('municipalities')
    .select(['motion_count as motions', 'recorded_vote_count as recorded'])
    .select('partial_vote_count as partial')
    .where('id', '=', municipalityId)
}

/** How many motions name a mover, or do not; null before the first import that counts them. */
export function moverCount(value: 'true' | 'false') {
  return expressionBuilder<Tables, 'municipalities'>()
    .selectFrom('facets')
    .select('facets.count')
    .whereRef('facets.municipality_id', '=', 'municipalities.id')
    .where('facets.list', '=', 'motions')
    .where('facets.name', '=', 'has_mover')
    .where('facets.value', '=', value)
}

/** Whether the source names no mover of any motion. */
export const lacksMovers = ({ moved, unmoved }: { moved: number | null; unmoved: number | null }) =>
  Number(unmoved) > 0 && Number(moved) === 0

/** The people of the seats of a council, by name. */
export function seatsOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('organizations')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id', 'people.slug', 'people.name', 'people.name_folded'])
    .distinct()
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
    .orderBy('people.name_folded')
    .orderBy('people.id')
}

/** More than any body has had. */
const votersMax = 500

/** People without a seat on a council on record who voted in some bodies, those with the latest votes first. */
export function votersIn(
  db: Pick<ReadDatabase, 'selectFrom'>,
  bodies: readonly number[] | ReturnType<typeof councilsOf>,
) {
  return db
    .selectFrom('voting_spans')
    .innerJoin('people', 'people.id', 'voting_spans.person_id')
    .innerJoin('organizations', 'organizations.id', 'voting_spans.organization_id')
    .select(['people.id', 'people.slug', 'people.name', 'organizations.name as organization'])
    .select(['voting_spans.first_date as first', 'voting_spans.last_date as last'])
    .select(['voting_spans.votes', 'voting_spans.undated'])
    .where('voting_spans.organization_id', 'in', bodies)
    .orderBy(({ fn, val, ref }) => fn.coalesce(ref('voting_spans.last_date'), val('')), 'desc')
    .orderBy('people.name_folded')
    .orderBy('people.id')
    .limit(({ lit }) => lit(votersMax))
}

export type Voter = Awaited<ReturnType<ReturnType<typeof votersIn>['execute']>>[number]

/** Rows of each list on the page of a person. */
const activityMax = 100

/** What a person did besides voting, newest first, with the number of motions on record and the wards; one statement. */
export async function findActivity(db: ReadDatabase, of: OfPerson) {
  const row = await activityOf(db, of)
  const [counts] = parseRows(row.counts)
  return {
    months: JSON.parse(row.months) as MonthOfVotes[],
    moved: parseRows(row.moved),
    attended: parseRows(row.attended),
    counts: toMotionCounts(counts),
    wards: parseRows(row.wards),
  }
}

type OfPerson = { personId: number; municipalityId: number }

const activityOf = cachedRow((db, { personId, municipalityId }: OfPerson) => {
  const moved = db
    .selectFrom('motions')
    .select(lineColumns)
    .where('motions.mover_id', '=', personId)
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(activityMax))
  const attended = db
    .selectFrom('attendance')
    .innerJoin('meetings', 'meetings.id', 'attendance.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(['meetings.slug', 'meetings.title', 'attendance.date'])
    .select(['attendance.present', 'attendance.reason'])
    .select(['organizations.slug as body_slug', 'organizations.name as body'])
    .where('attendance.person_id', '=', personId)
    .orderBy('attendance.date', 'desc')
    .orderBy('attendance.meeting_id', 'desc')
    .limit(({ lit }) => lit(activityMax))
  return db.selectNoFrom([
    db
      .selectFrom('people')
      .select('votes_by_month')
      .where('id', '=', personId)
      .$asScalar()
      .$notNull()
      .as('months'),
    jsonRows(db, moved).as('moved'),
    jsonRows(db, attended).as('attended'),
    jsonRows(db, motionCounts(db, municipalityId)).as('counts'),
    jsonRows(db, wardShapes(db, municipalityId)).as('wards'),
  ])
})

/** What lists of motions can be filtered by, and how many motions there are; one statement. */
export async function findMotionChoices(
  db: ReadDatabase,
  { municipalityId, among }: { municipalityId: number; among: 'voters' | 'movers' },
) {
  const row = await motionChoicesOf(db, { municipalityId }, { among })
  const [counts] = parseRows(row.counts)
  const [dates] = parseRows(row.dates)
  return {
    bodies: parseRows(row.bodies),
    people: parseRows(row.people),
    outcomes: parseRows(row.outcomes).map(({ value }) => value as OutcomeVerb),
    results: parseRows(row.results),
    ...toMotionCounts(counts),
    first: dates?.first ?? null,
    last: dates?.last ?? null,
  }
}

type AmongPeople = { among: 'voters' | 'movers' }

const motionChoicesOf = cachedRow(
  (db, { municipalityId }: InMunicipality, { among }: AmongPeople) => {
    const bodies = bodyChoices(db, municipalityId).where(({ exists, selectFrom }) =>
      exists(
        selectFrom('motions')
          .select('motions.id')
          .whereRef('motions.decided_by_id', '=', 'organizations.id'),
      ),
    )
    const people = among === 'voters' ? voters(db, municipalityId) : movers(db, municipalityId)
    return db.selectNoFrom([
      jsonRows(db, bodies).as('bodies'),
      jsonRows(db, people).as('people'),
      jsonRows(db, motionCounts(db, municipalityId)).as('counts'),
      jsonRows(db, datesOf(db, municipalityId)).as('dates'),
      jsonRows(db, valuesOf(db, { municipalityId, name: 'outcome' })).as('outcomes'),
      jsonRows(db, valuesOf(db, { municipalityId, name: 'result' })).as('results'),
    ])
  },
)

export type MotionChoices = Awaited<ReturnType<typeof findMotionChoices>>

function peopleOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('people')
    .select(['slug', 'name'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('name_folded')
    .orderBy('id')
    .limit(({ lit }) => lit(peopleMax))
}

function voters(db: ReadDatabase, municipalityId: number) {
  return peopleOf(db, municipalityId).where(({ eb, or }) =>
    or([eb('votes_for', '>', 0), eb('votes_against', '>', 0), eb('abstentions', '>', 0)]),
  )
}

function movers(db: ReadDatabase, municipalityId: number) {
  return peopleOf(db, municipalityId).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('motions').select('motions.id').whereRef('motions.mover_id', '=', 'people.id'),
    ),
  )
}

/** The first and the last date of a motion. */
function datesOf(db: ReadDatabase, municipalityId: number) {
  const dates = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('motions')
      .select('date')
      .where('municipality_id', '=', municipalityId)
      .where('date', '>', '')
      .orderBy('date', direction)
      .limit(({ lit }) => lit(1))
  return db.selectNoFrom([dates('asc').as('first'), dates('desc').as('last')])
}

/** The values of a field of motions, the most frequent first. */
function valuesOf(
  db: ReadDatabase,
  { municipalityId, name }: { municipalityId: number; name: 'outcome' | 'result' },
) {
  return db
    .selectFrom('facets')
    .select('value')
    .where('municipality_id', '=', municipalityId)
    .where('list', '=', 'motions')
    .where('name', '=', name)
    .orderBy('count', 'desc')
    .orderBy('value')
}

/** The wards of a council as a map shows them. */
export function wardShapes(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('wards')
    .select(['name', 'path', 'west', 'south', 'east', 'north'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('position')
}
