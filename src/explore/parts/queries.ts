import { expressionBuilder } from 'kysely'
import { defeatedFilter } from '../../core/headings/outcome.ts'
import { partsMax } from '../../core/parts-max.ts'
import { stepsInOrder, vetoesIn } from '../../core/veto.ts'
import {
  byIdsQuery,
  hasOutcome,
  type InMunicipality,
  idOfSlug,
} from '../../resources/_shared/queries.ts'
import { motionVotes } from '../../resources/motions/queries.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { votesOnRecord } from '../../store/council-seats.ts'
import { selectDecisions } from '../../store/decisions.ts'
import { type JsonRows, jsonRows, parseRows } from '../../store/json-rows.ts'
import { closestFirst, isClose } from '../../store/margins.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { motionOrder, seatOrder } from '../../store/record-order.ts'
import { wasSeatOn } from '../../store/seats.ts'
import type { Tables } from '../../store/tables.ts'
import { stepsOfVetoed, vetoStepsMax } from '../../store/veto-steps.ts'
import { lineColumns } from '../queries.ts'

/** What a list says of each motion. */
export const listMotionLinesByIds = byIdsQuery('motions.id', selectLines)

export type MotionLine = Awaited<ReturnType<typeof listMotionLinesByIds>>[number]

/** The closest of all votes; one statement. */
export function listClosest(db: ReadDatabase, municipalityId: number, limit: number) {
  return closestOf(db, { municipalityId }, { limit })
}

const closestOf = cachedQuery(
  (db, { municipalityId }: InMunicipality, { limit }: { limit: number }) =>
    selectLines(db)
      .where('motions.municipality_id', '=', municipalityId)
      .where('motions.has_votes', '=', 1)
      .where('motions.contested', '=', 1)
      .where(isClose('motions'))
      .orderBy(closestFirst('motions'))
      .limit(({ lit }) => lit(limit)),
)

/** A meeting, or a day of a body on which it decided without a meeting on record. */
export type Deciding = { meetingId: number } | { bodyId: number; date: string }

/** The motions of a meeting or a day, whose number each page has. */
function areOf(at: Deciding) {
  const eb = expressionBuilder<Tables, 'motions'>()
  if ('meetingId' in at) return eb('motions.meeting_id', '=', at.meetingId)
  return eb.and([
    eb('motions.decided_by_id', '=', at.bodyId),
    eb('motions.date', '=', at.date),
    eb('motions.meeting_id', 'is', null),
  ])
}

/** What was decided: contested and lost motions first, then those carried on a matter, procedure last; one statement. */
export function listDecisions(db: ReadDatabase, at: Deciding, limit: number) {
  return decisionsAt(db, at, { limit })
}

const decisionsAt = cachedQuery((db, at: Deciding, { limit }: { limit: number }) =>
  selectLines(db)
    .select(
      expressionBuilder<Tables, never>()
        .selectFrom('motions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(areOf(at))
        .as('motions'),
    )
    .where(areOf(at))
    .where('motions.result', 'is not', null)
    .orderBy(({ eb, lit }) =>
      eb
        .case()
        .when('motions.contested', '=', 1)
        .then(lit(0))
        .when('motions.named_against', '>', 0)
        .then(lit(0))
        .when(hasOutcome(db, 'motions', defeatedFilter))
        .then(lit(1))
        .when('motions.kind', '=', 'procedural')
        .then(lit(4))
        .when(
          eb.and([eb('motions.matter_id', 'is not', null), eb('motions.outcome', '=', 'carried')]),
        )
        .then(lit(2))
        .else(lit(3))
        .end(),
    )
    .orderBy(motionOrder())
    .limit(({ lit }) => lit(limit)),
)

const listVotedLinesByIds = byIdsQuery('motions.id', (db) =>
  selectLines(db).select(jsonRows(db, motionVotes, partsMax).as('votes')),
)

/** The same with the votes of people; one statement. */
export async function listMotionsWithVotes(db: ReadDatabase, ids: readonly number[]) {
  const rows = await listVotedLinesByIds(db, ids)
  return rows.map(({ votes, ...line }) => ({ ...line, votes: parseRows(votes) }))
}

export type MotionWithVotes = Awaited<ReturnType<typeof listMotionsWithVotes>>[number]

const listGridLinesByIds = byIdsQuery('motions.id', (db) =>
  selectLines(db).select([
    jsonRows(db, motionVotes, partsMax).as('votes'),
    jsonRows(db, attendees(), partsMax).as('attendees'),
    jsonRows(db, seated(), partsMax).as('seated'),
  ]),
)

/** The same with who attended the meeting and who sat on the body that day; one statement. */
export async function listMotionsOfGrid(db: ReadDatabase, ids: readonly number[]) {
  const rows = await listGridLinesByIds(db, ids)
  return rows.map((row) => ({
    ...row,
    votes: parseRows(row.votes),
    attendees: parseRows(row.attendees),
    seated: parseRows(row.seated),
  }))
}

export type MotionOfGrid = Awaited<ReturnType<typeof listMotionsOfGrid>>[number]

function attendees() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('attendance')
    .leftJoin('people', 'people.id', 'attendance.person_id')
    .select(['people.slug', 'attendance.person_name as name', 'attendance.present'])
    .select('attendance.reason')
    .whereRef('attendance.meeting_id', '=', 'motions.meeting_id')
}

function seated() {
  const eb = expressionBuilder<Tables, 'motions'>()
  return eb
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('municipalities', 'municipalities.id', 'people.municipality_id')
    .select(['people.slug', 'people.name', 'memberships.role', votesOnRecord().as('votes')])
    .select('municipalities.recorded_vote_count as rolls')
    .whereRef('memberships.organization_id', '=', 'motions.decided_by_id')
    .where(wasSeatOn(eb.ref('motions.date')))
}

/** The members of the body that decided a motion, on its day. */
export function membersOn(
  db: ReadDatabase,
  { municipalityId, slug, date }: InMunicipality & { slug: string; date: string },
) {
  return db
    .selectFrom('motions')
    .innerJoin('memberships', 'memberships.organization_id', 'motions.decided_by_id')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('municipalities', 'municipalities.id', 'motions.municipality_id')
    .select(['people.slug', 'people.name', 'memberships.role', 'memberships.label'])
    .select([votesOnRecord().as('votes'), 'municipalities.recorded_vote_count as rolls'])
    .where('motions.id', '=', idOfSlug('motions', municipalityId, slug))
    .where(wasSeatOn(date))
    .orderBy(seatOrder())
    .limit(({ lit }) => lit(partsMax))
}

function selectLines(db: ReadDatabase) {
  return db
    .selectFrom('motions')
    .leftJoin('people as movers', 'movers.id', 'motions.mover_id')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations as deciders', 'deciders.id', 'motions.decided_by_id')
    .select(['motions.id', ...lineColumns, 'motions.mover_name', 'motions.updated_at'])
    .select(['movers.name as mover', 'movers.slug as mover_slug'])
    .select(['meetings.slug as meeting_slug', 'meetings.title as meeting_title'])
    .select(['meetings.status as meeting_status', 'meetings.has_minutes'])
    .select('deciders.name as organization')
    .select(losingSide(db))
}

const decidedMattersByIds = byIdsQuery('matters.id', (db) =>
  db
    .selectFrom('matters')
    .select('matters.id')
    .select(
      jsonRows(db, selectDecisions().whereRef('motions.matter_id', '=', 'matters.id')).as(
        'decided',
      ),
    )
    .select(({ ref }) => jsonRows(db, stepsOfVetoed(ref('matters.id')), vetoStepsMax).as('steps')),
)

const decidedBylawsByIds = byIdsQuery('bylaws.id', (db) => {
  const motionIds = expressionBuilder<Tables, 'bylaws'>()
    .selectFrom('bylaw_references')
    .select('bylaw_references.motion_id')
    .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
  return db
    .selectFrom('bylaws')
    .select('bylaws.id')
    .select(jsonRows(db, selectDecisions().where('motions.id', 'in', motionIds)).as('decided'))
})

/** The latest decisions on each of some reports, newest first, and the steps of a veto, by id; at most one statement. */
export async function readDecidedMatters(db: ReadDatabase, records: readonly { id: number }[]) {
  const rows = records.length === 0 ? [] : await decidedMattersByIds(db, idsOf(records))
  return new Map(
    rows.map(({ id, decided, steps }) => [
      id,
      { decided: parseRows(decided), vetoes: vetoesIn(stepsInOrder(parseRows(steps))) },
    ]),
  )
}

/** The latest decisions on each of some by-laws, newest first, by id; at most one statement. */
export async function readDecidedBylaws(db: ReadDatabase, records: readonly { id: number }[]) {
  const rows = records.length === 0 ? [] : await decidedBylawsByIds(db, idsOf(records))
  return new Map(rows.map(({ id, decided }) => [id, parseRows(decided)]))
}

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)

/** The first meeting on record. */
export function firstMeetingOf(db: Pick<ReadDatabase, 'selectFrom'>, municipalityId: number) {
  return db.selectFrom('municipalities').select('first_meeting').where('id', '=', municipalityId)
}

/** What a list says of a meeting besides the fields of the API. */
function selectMeetingNotes(db: ReadDatabase) {
  return db
    .selectFrom('meetings')
    .select(['meetings.id', 'status', 'starts_at', 'video_url', 'agenda_url'])
    .select(({ selectFrom }) =>
      selectFrom('motions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('motions.meeting_id', '=', 'meetings.id')
        .as('motions'),
    )
    .select(({ selectFrom }) =>
      selectFrom('motions as voted')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('voted.meeting_id', '=', 'meetings.id')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('votes').select('votes.id').whereRef('votes.motion_id', '=', 'voted.id'),
          ),
        )
        .as('recorded'),
    )
}

const listMeetingNotesByIds = byIdsQuery('meetings.id', selectMeetingNotes)

export type MeetingNotes = Awaited<ReturnType<typeof listMeetingNotesByIds>>[number]

/** The notes of meetings, by id; one statement. */
export async function readMeetingNotes(
  db: ReadDatabase,
  meetings: readonly { id: number }[],
): Promise<Map<number, MeetingNotes>> {
  const ids = meetings.map(({ id }) => id)
  const notes = ids.length === 0 ? [] : await listMeetingNotesByIds(db, ids)
  return new Map(notes.map((note) => [note.id, note]))
}

/** What a list says of a meeting, with a decision and the reports that it was about. */
export const selectMeetingLines = (db: ReadDatabase) =>
  selectMeetingNotes(db)
    .select(jsonRows(db, firstDecision(db)).as('decision'))
    .select(jsonRows(db, firstReports()).as('reports'))

const listMeetingLinesByIds = byIdsQuery('meetings.id', selectMeetingLines)

export function parseMeetingLine({ decision, reports, ...note }: MeetingLineRow) {
  return { ...note, decision: parseRows(decision)[0], reports: parseRows(reports) }
}

type MeetingLineRow = Awaited<ReturnType<typeof listMeetingLinesByIds>>[number]
export type MeetingLine = ReturnType<typeof parseMeetingLine>

/** The lines of meetings, by id; one statement. */
export async function readMeetingLines(
  db: ReadDatabase,
  meetings: readonly { id: number }[],
): Promise<Map<number, MeetingLine>> {
  const rows = meetings.length === 0 ? [] : await listMeetingLinesByIds(db, idsOf(meetings))
  return new Map(rows.map((row) => [row.id, parseMeetingLine(row)]))
}

/** Agenda items that a list names for a meeting. */
const itemsMax = 3

/** A decision that stands for a meeting: a contested or lost one, else one that carried on a matter. */
function firstDecision(db: ReadDatabase) {
  const isDefeated = hasOutcome(db, 'motions', defeatedFilter)
  return expressionBuilder<Tables, 'meetings'>()
    .selectFrom('motions')
    .select(lineColumns)
    .whereRef('motions.meeting_id', '=', 'meetings.id')
    .where('motions.result', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        eb('motions.contested', '=', 1),
        isDefeated,
        and([
          eb('motions.outcome', '=', 'carried'),
          eb('motions.matter_id', 'is not', null),
          or([eb('motions.kind', 'is', null), eb('motions.kind', '!=', 'procedural')]),
        ]),
      ]),
    )
    .orderBy(({ eb, lit }) =>
      eb
        .case()
        .when('motions.contested', '=', 1)
        .then(lit(0))
        .when(isDefeated)
        .then(lit(1))
        .else(lit(2))
        .end(),
    )
    .orderBy('motions.position')
    .orderBy('motions.id')
    .limit(({ lit }) => lit(1))
}

/** The first agenda items about a matter. */
function firstReports() {
  return expressionBuilder<Tables, 'meetings'>()
    .selectFrom('agenda_items')
    .select('agenda_items.title')
    .whereRef('agenda_items.meeting_id', '=', 'meetings.id')
    .where('agenda_items.matter_id', 'is not', null)
    .orderBy('agenda_items.position')
    .orderBy('agenda_items.id')
    .limit(({ lit }) => lit(itemsMax))
}

/** The meeting whose minutes are at a URL, once for each of its documents in a known language. */
export function minutesAt(db: Pick<ReadDatabase, 'selectFrom'>, url: string | null) {
  return db
    .selectFrom('meetings')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.meeting_id', '=', 'meetings.id')
        .on('documents.language', 'is not', null),
    )
    .select(['meetings.title', 'meetings.date', 'documents.url', 'documents.type'])
    .select(['documents.language', 'documents.agenda_item_id'])
    .where('meetings.minutes_url', '=', url)
    .orderBy('meetings.id')
    .orderBy('documents.id')
    .limit(({ lit }) => lit(versionsMax))
}

export type MinutesRow = Awaited<ReturnType<ReturnType<typeof minutesAt>['execute']>>[number]

/** More than a meeting has. */
const versionsMax = 100

/** Agenda items, each with its index in its agenda. */
export function selectItems(db: ReadDatabase) {
  return db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .select(['agenda_items.id', 'agenda_items.slug', 'agenda_items.item_number'])
    .select('meetings.slug as meeting_slug')
    .select(({ selectFrom }) =>
      selectFrom('agenda_items as earlier')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('earlier.meeting_id', '=', 'agenda_items.meeting_id')
        .where(({ eb, refTuple, ref }) =>
          eb(
            refTuple('earlier.position', 'earlier.id'),
            '<',
            eb.tuple(ref('agenda_items.position'), ref('agenda_items.id')),
          ),
        )
        .as('index'),
    )
    .select(({ selectFrom }) =>
      selectFrom('agenda_items as namesakes')
        .select(({ fn }) => fn.min('namesakes.position').as('position'))
        .whereRef('namesakes.meeting_id', '=', 'agenda_items.meeting_id')
        .whereRef('namesakes.item_number', '=', 'agenda_items.item_number')
        .as('first_position'),
    )
    .select('agenda_items.position')
}

/** Names of a losing side that lists show; of a larger one they show the number. */
export const losersMax = 8

/** Who lost, in a list of motions: see `Losers`. */
export interface LosingSide {
  losers: JsonRows<{ name: string }>
  /** See `MotionsTable`. */
  named_votes: number | null
  named_against: number | null
  named_lost: number | null
  extra_votes: number | null
}

/** The columns of motions that say who was on the losing side. */
export function losingSide(db: ReadDatabase) {
  return [jsonRows(db, losers(), losersMax).as('losers'), ...namedColumns] as const
}

const namedColumns = [
  'motions.named_votes',
  'motions.named_against',
  'motions.named_lost',
  'motions.extra_votes',
] as const

/** Those on the losing side, which the result names; by that, an index leads to them alone. */
function losers() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(({ fn }) => fn.coalesce('people.name', 'votes.person_name').as('name'))
    .whereRef('votes.motion_id', '=', 'motions.id')
    .where('motions.named_lost', '<=', losersMax)
    .where('votes.dissent', '=', 1)
    .where(({ eb }) =>
      eb(
        'votes.value',
        '=',
        eb
          .case('motions.outcome')
          .when('carried')
          .then('Against')
          .when('defeated')
          .then('For')
          .end(),
      ),
    )
    .orderBy('votes.id')
}
