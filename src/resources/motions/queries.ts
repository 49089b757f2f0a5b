import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { lastMotions } from '../../store/last-motions.ts'
import { countedColumns, isCounted, marginOf } from '../../store/margins.ts'
import { namingColumns, votedColumns } from '../../store/motion-columns.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { isMayorStepOf } from '../../store/veto-steps.ts'
import {
  allParts,
  between,
  byIdsQuery,
  cachedList,
  firstStatement,
  flag,
  fold,
  hasOutcome,
  type InMunicipality,
  idOfSlug,
  importUrl,
  isIn,
  isOfMeeting,
  isSelected,
  type ListQuery,
  type OfOcdId,
  type OfSlug,
  type PartsMax,
  type Range,
  type RecordFilters,
  unindexed,
} from '../_shared/queries.ts'
import type { MotionQuery } from './schema.ts'

/** `among`: only motions with these ids, separated by commas. */
export type MotionFilters = Omit<MotionQuery, 'cursor' | 'per_page'> &
  RecordFilters & { among?: string }

const notVotedColumns = ['motions.tally_abstain', 'motions.tally_absent'] as const

const motionListColumns = [
  'motions.id',
  'motions.slug',
  ...namingColumns,
  ...votedColumns,
  ...notVotedColumns,
  'motions.decision',
  'motions.text',
  'motions.summary',
  'motions.contested',
  'motions.has_votes',
  'motions.date',
  'motions.mover_name',
  'motions.seconder_name',
  'movers.name as mover',
  'movers.slug as mover_slug',
  'seconders.name as seconder',
  'seconders.slug as seconder_slug',
  'meetings.slug as meeting_slug',
  'matters.title as matter_title',
  'matters.slug as matter_slug',
  'motions.updated_at',
] as const

const motionItemColumns = [...motionListColumns, 'agenda_items.title as agenda_item_title'] as const

const voteColumns = [
  'motions.id',
  'motions.ocd_id',
  ...namingColumns,
  'motions.text',
  'motions.summary',
  'motions.result',
  ...countedColumns,
  'motions.date',
  'motions.created_at',
  'motions.updated_at',
  'organizations.ocd_id as organization_ocd_id',
  'hosts.ocd_id as host_ocd_id',
  'matters.ocd_id as matter_ocd_id',
  'matters.title as matter_title',
] as const

const detailColumns = [
  'motions.withheld',
  'motions.corrected',
  'motions.is_on_part',
  'matters.category as matter_category',
  'matters.classification as matter_classification',
  'motions.superseded_text',
  'motions.source_url',
  'motions.clause',
  'motions.other_result',
  'motions.plain_english_summary',
  'agenda_items.slug as agenda_item_slug',
  'agenda_items.video_url',
  'agenda_items.video_seconds',
  'meetings.video_duration_seconds',
  'deciders.name as organization',
  'deciders.slug as organization_slug',
] as const

const voteDetailColumns = [
  'motions.source_url',
  'matters.identifier as matter_identifier',
  'organizations.name as organization_name',
  'hosts.name as host_name',
  'meetings.ocd_id as meeting_ocd_id',
  'meetings.source_url as meeting_source_url',
] as const

// Both engines skip left joins without selected columns.
function fromMotions(db: ReadDatabase) {
  return db
    .selectFrom('motions')
    .leftJoin('people as movers', 'movers.id', 'motions.mover_id')
    .leftJoin('people as seconders', 'seconders.id', 'motions.seconder_id')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'motions.organization_id')
    .leftJoin('matters', 'matters.id', 'motions.matter_id')
}

/** The title of the agenda item of each row shown. For a join, PostgreSQL may read all items before it cuts the page. */
export function itemTitle() {
  return itemOf().select('agenda_items.title')
}

function itemOf() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('agenda_items')
    .whereRef('agenda_items.id', '=', 'motions.agenda_item_id')
    .where(isOfMeeting())
}

/** The organization that decided each row shown. */
function decider() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('organizations as deciders')
    .whereRef('deciders.id', '=', 'motions.decided_by_id')
}

function fromMotionsWithItems(db: ReadDatabase) {
  return fromMotions(db).leftJoin('agenda_items', (join) =>
    join.onRef('agenda_items.id', '=', 'motions.agenda_item_id').on(isOfMeeting()),
  )
}

export type MotionItemRow = Awaited<ReturnType<typeof listMotions>>[number]

type MotionList = ListQuery<MotionFilters & InMunicipality>
/** A list in any order. */
type MotionChoice = Pick<MotionList, 'values' | 'given'>

/** Newest meeting first, or in another order; one statement. */
export async function listMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: MotionFilters,
  range: Range,
  order: MotionOrder = 'newest',
): Promise<(Awaited<ReturnType<typeof newestMotions>>[number] & { margin?: number })[]> {
  if (isImpossible(filters)) return []
  return listsByOrder[order](db, { ...filters, municipalityId }, range)
}

/** One statement. */
export async function countMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: MotionFilters,
) {
  if (isImpossible(filters)) return 0
  return newestMotions.count(db, { ...filters, municipalityId })
}

// A motion with a voter has votes.
const isImpossible = ({ voter, has_votes: hasVotes }: MotionFilters) =>
  voter !== undefined && hasVotes === false

const newestMotions = cachedList((db, list: MotionList) => {
  const { date, id } = orderOf(list)
  return selectItems(db, list)
    .where(({ ref }) => between(list, ref(date), ref(id)))
    .orderBy(date, 'desc')
    .orderBy(id, 'desc')
    .limit(({ lit }) => lit(list.limit))
})

/** What has no date is omitted. */
const oldestMotions = cachedList((db, list: MotionList) => {
  const { date, id } = orderOf(list)
  return selectItems(db, list)
    .where(({ ref }) => between(list, ref(date)))
    .$if(list.given('after'), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(date, id), '>', tuple(list.after[0], list.after[1])),
      ),
    )
    .where(date, '>', '')
    .orderBy(date)
    .orderBy(id)
    .limit(({ lit }) => lit(list.limit))
})

/** The smallest margin first, of motions whose votes were counted. */
const closestMotions = cachedList(
  (db, list: ListQuery<MotionFilters & InMunicipality, [string, number, number]>) => {
    const margin = marginOf('motions')
    const [date, id, least] = list.after
    return selectItems(db, list)
      .where(({ ref }) => between(list, ref(orderOf(list).date)))
      .where(isCounted('motions'))
      .$if(list.given('after'), (query) =>
        query.where(({ and, eb, or, refTuple, tuple }) => {
          const older = eb(refTuple('motions.date', 'motions.id'), '<', tuple(date, id))
          return or([eb(margin, '>', least), and([eb(margin, '=', least), older])])
        }),
      )
      .select(margin.as('margin'))
      .orderBy(margin)
      .orderBy('motions.date', 'desc')
      .orderBy('motions.id', 'desc')
      .limit(({ lit }) => lit(list.limit))
  },
)

const listsByOrder = { newest: newestMotions, oldest: oldestMotions, closest: closestMotions }
export type MotionOrder = keyof typeof listsByOrder

/** The items of a list, of any date. */
function selectItems(db: ReadDatabase, list: MotionChoice) {
  const { values, given } = list
  // Votes repeat columns in the index that leads to them, so that no motion is read that does not match.
  const { of, id, from } = orderOf(list)
  return ofRecords(from(db), list)
    .where(isSelected(db, 'motions', list))
    .$if(given('result'), (query) => query.where(`${of}.result_folded`, '=', fold(values.result)))
    .$if(given('outcome'), (query) => query.where(hasOutcome(db, 'motions', values.outcome)))
    .$if(given('kind'), (query) => query.where(`${of}.kind`, '=', fold(values.kind)))
    .$if(given('contested'), (query) => query.where(`${of}.contested`, '=', flag(values.contested)))
    .$if(given('has_votes'), (query) =>
      query.where('motions.has_votes', '=', flag(values.has_votes)),
    )
    .$if(given('among'), (query) => query.where(({ ref }) => isIn(db, ref(id), values.among)))
    .select(motionListColumns)
    .select([itemTitle().as('agenda_item_title'), lastMotions(db).as('last_motions')])
    .select([
      itemOf().select('agenda_items.slug').as('agenda_item_slug'),
      decider().select('deciders.name').as('organization'),
      decider().select('deciders.slug').as('organization_slug'),
    ])
}

type MotionsQuery = ReturnType<typeof fromVotes>

const motionOrder = {
  of: 'motions',
  date: 'motions.date',
  id: 'motions.id',
  from: (db: ReadDatabase) => fromMotions(db) as unknown as MotionsQuery,
} as const

// The same dates and ids, in the index that leads to the votes of a person.
const voteOrder = { of: 'cast', date: 'cast.date', id: 'cast.motion_id', from: fromVotes } as const

/** Other records than an organization lead to fewer motions than the votes of a person, which have no column for them. */
function orderOf({ given }: MotionChoice) {
  const isInVotes = records.every(({ name, inVotes }) => inVotes !== undefined || !given(name))
  return given('voter') && isInVotes ? voteOrder : motionOrder
}

/** Motions with each vote; of a person with several votes on one, as some sources have it, only the first. */
function fromVotes(db: ReadDatabase) {
  return fromMotions(db)
    .innerJoin('votes as cast', 'cast.motion_id', 'motions.id')
    .where(
      // A subquery per vote: for `not exists`, PostgreSQL may read all votes.
      ({ selectFrom, lit }) =>
        selectFrom('votes as earlier')
          .select('earlier.id')
          .whereRef('earlier.person_id', '=', 'cast.person_id')
          .whereRef('earlier.date', '=', 'cast.date')
          .whereRef('earlier.motion_id', '=', 'cast.motion_id')
          .whereRef('earlier.id', '<', 'cast.id')
          .limit(lit(1)),
      'is',
      null,
    )
}

// Those with the fewest motions first.
const records = [
  { name: 'meeting', column: 'motions.meeting_id', inVotes: undefined, table: 'meetings' },
  { name: 'matter', column: 'motions.matter_id', inVotes: undefined, table: 'matters' },
  { name: 'mover', column: 'motions.mover_id', inVotes: undefined, table: 'people' },
  {
    name: 'organization',
    column: 'motions.decided_by_id',
    inVotes: 'cast.decided_by_id',
    table: 'organizations',
  },
] as const

function ofRecords(motions: MotionsQuery, list: MotionChoice): MotionsQuery {
  const { values, given } = list
  const { municipalityId } = values
  const named = records.filter(({ name }) => given(name))
  // A record implies the municipality; repeating it makes SQLite scan all motions of the municipality.
  if (named.length === 0 && !given('voter'))
    return motions.where('motions.municipality_id', '=', municipalityId)
  let query = given('voter') ? castBy(motions, list) : motions
  for (const [index, { name, column, inVotes, table }] of named.entries()) {
    const id = idOfSlug(table, municipalityId, fold(values[name]))
    query = query.where((eb) => {
      const own = eb.ref(orderOf(list) === voteOrder ? (inVotes ?? column) : column)
      return eb(index === 0 ? own : unindexed(own), '=', id)
    })
  }
  return query
}

function castBy(motions: MotionsQuery, list: MotionChoice): MotionsQuery {
  const { municipalityId, voter } = list.values
  const person = idOfSlug('people', municipalityId, fold(voter))
  if (orderOf(list) === voteOrder) return motions.where('cast.person_id', '=', person)
  return motions.where(
    ({ selectFrom, lit }) =>
      selectFrom('votes')
        .select('votes.id')
        .where('votes.person_id', '=', person)
        .whereRef('votes.date', '=', 'motions.date')
        .whereRef('votes.motion_id', '=', 'motions.id')
        .limit(lit(1)),
    'is not',
    null,
  )
}

function selectVoteEvents(db: ReadDatabase) {
  return fromMotionsWithItems(db)
    .leftJoin('organizations as hosts', 'hosts.id', 'meetings.organization_id')
    .select(voteColumns)
    .select(jsonRows(db, steps).as('steps'))
}

export type VoteEventRow = Awaited<ReturnType<typeof listVoteEventsByIds>>[number]

export const listVoteEventsByIds = byIdsQuery('motions.id', selectVoteEvents)

export type MotionDetailRows = NonNullable<Awaited<ReturnType<typeof findMotion>>>

/** One statement. */
export async function findMotion(
  db: ReadDatabase,
  municipalityId: number,
  slug: string,
  partsMax = allParts,
) {
  const [motion] = await motionOfSlug(db, { municipalityId, slug }, { partsMax })
  return motion && withParts(motion)
}

/** Motions with their parts, in any order; one statement. */
export async function listMotionDetails(db: ReadDatabase, ids: readonly number[]) {
  return (await motionsOfIds(db, ids)).map(withParts)
}

function withParts(motion: Awaited<ReturnType<typeof motionOfSlug>>[number]) {
  return {
    motion,
    bylaws: parseRows(motion.bylaws),
    votes: parseRows(motion.votes),
    candidates: parseRows(motion.candidates),
  }
}

export type VoteEventDetailRows = NonNullable<Awaited<ReturnType<typeof findVoteEvent>>>

/** One statement. */
export async function findVoteEvent(db: ReadDatabase, municipalityId: number, ocdId: string) {
  const [motion] = await motionOfOcdId(db, { municipalityId, ocdId })
  return motion && { motion, votes: parseRows(motion.votes) }
}

const motionOfSlug = cachedQuery((db, { municipalityId, slug }: OfSlug, { partsMax }: PartsMax) =>
  selectDetails(db, partsMax)
    .where('motions.municipality_id', '=', municipalityId)
    .where('motions.slug', '=', slug),
)

const motionsOfIds = byIdsQuery('motions.id', (db) => selectDetails(db, allParts))

function selectDetails(db: ReadDatabase, partsMax: number) {
  return fromMotionsWithItems(db)
    .leftJoin('organizations as deciders', 'deciders.id', 'motions.decided_by_id')
    .select([...motionItemColumns, lastMotions(db).as('last_motions')])
    .select(detailColumns)
    .select(firstStatement().as('statement_seconds'))
    .select(jsonRows(db, motionBylaws, partsMax).as('bylaws'))
    .select(jsonRows(db, motionVotes, partsMax).as('votes'))
    .select(jsonRows(db, candidates, partsMax).as('candidates'))
}

const motionOfOcdId = cachedQuery((db, { municipalityId, ocdId }: OfOcdId) =>
  selectVoteEvents(db)
    .select([...notVotedColumns, ...voteDetailColumns])
    .select([importUrl('motions').as('import_url'), jsonRows(db, voters).as('votes')])
    .where('motions.municipality_id', '=', municipalityId)
    .where('motions.ocd_id', '=', ocdId),
)

// Reached by the matter, because actions have no index by motion.
const steps = expressionBuilder<Tables, 'motions'>()
  .selectFrom('actions')
  .select(['actions.classification', 'actions.date', 'actions.position', 'actions.id'])
  .whereRef('actions.matter_id', '=', 'motions.matter_id')
  .whereRef('actions.motion_id', '=', 'motions.id')
  .unionAll(
    expressionBuilder<Tables, 'motions'>()
      .selectFrom('veto_steps')
      .select(['veto_steps.classification', 'veto_steps.date', 'veto_steps.position'])
      .select(({ lit }) => lit(0).as('id'))
      .where(
        isMayorStepOf(expressionBuilder<Tables, 'motions'>().ref('motions.matter_id').$notNull()),
      )
      .whereRef('veto_steps.motion_id', '=', 'motions.id'),
  )
  .orderBy('date')
  .orderBy('position')
  .orderBy('id')

function selectVotes() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(({ fn }) => fn.coalesce('people.name', 'person_name').as('person_name'))
    .select(['value as vote_value', 'weight', 'reason'])
    .whereRef('motion_id', '=', 'motions.id')
    .orderBy('votes.id')
}

export const motionVotes = selectVotes()
  .select(['person_name as name_as_written', 'candidate'])
  .select('people.slug as person_slug')

const voters = selectVotes().select('people.ocd_id as person_ocd_id')

/** The by-laws that a motion passes. */
const motionBylaws = expressionBuilder<Tables, 'motions'>()
  .selectFrom('bylaw_references')
  .innerJoin('bylaws', 'bylaws.id', 'bylaw_references.bylaw_id')
  .select(['bylaws.slug', 'bylaws.title', 'bylaws.bylaw_number'])
  .whereRef('bylaw_references.motion_id', '=', 'motions.id')
  .orderBy('bylaw_references.id')

const candidates = expressionBuilder<Tables, 'motions'>()
  .selectFrom('candidates')
  .leftJoin('people', 'people.id', 'candidates.person_id')
  .select('people.slug as person_slug')
  .select(({ fn }) => fn.coalesce('people.name', 'person_name').as('person_name'))
  .select(['person_name as name_as_written', 'candidates.votes', 'candidates.elected'])
  .whereRef('motion_id', '=', 'motions.id')
  .orderBy('candidates.id')
