import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { motionBylaws } from '../_shared/bylaws/queries.ts'
import { importUrl } from '../_shared/imports/queries.ts'
import { lastMotions } from '../_shared/motions/queries.ts'
import {
  allParts,
  byIdsQuery,
  isOfMeeting,
  namingColumns,
  type PartsMax,
} from '../_shared/queries.ts'

export const motionListColumns = [
  'motions.id',
  'motions.slug',
  ...namingColumns,
  'motions.result',
  'motions.contested',
  'motions.date',
  'motions.mover_name',
  'motions.seconder_name',
  'movers.name as mover',
  'movers.slug as mover_slug',
  'seconders.name as seconder',
  'seconders.slug as seconder_slug',
  'meetings.slug as meeting_slug',
  'matters.title as matter_title',
  'motions.updated_at',
] as const

export const motionItemColumns = [
  ...motionListColumns,
  'agenda_items.title as agenda_item_title',
] as const

const voteColumns = [
  'motions.id',
  'motions.ocd_id',
  ...namingColumns,
  'motions.result',
  'motions.date',
  'motions.created_at',
  'motions.updated_at',
  'organizations.ocd_id as organization_ocd_id',
  'hosts.ocd_id as host_ocd_id',
  'matters.ocd_id as matter_ocd_id',
  'matters.title as matter_title',
] as const

const tallyColumns = [
  'motions.tally_for',
  'motions.tally_against',
  'motions.tally_abstain',
  'motions.tally_absent',
] as const

const detailColumns = [
  'motions.superseded_text',
  'motions.plain_english_summary',
  'agenda_items.slug as agenda_item_slug',
  'matters.slug as matter_slug',
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
export function fromMotions(db: ReadDatabase) {
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
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('agenda_items')
    .select('agenda_items.title')
    .whereRef('agenda_items.id', '=', 'motions.agenda_item_id')
    .where(isOfMeeting())
}

export function fromMotionsWithItems(db: ReadDatabase) {
  return fromMotions(db).leftJoin('agenda_items', (join) =>
    join.onRef('agenda_items.id', '=', 'motions.agenda_item_id').on(isOfMeeting()),
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
  return (
    motion && {
      motion,
      bylaws: parseRows(motion.bylaws),
      votes: parseRows(motion.votes),
      candidates: parseRows(motion.candidates),
    }
  )
}

export type VoteEventDetailRows = NonNullable<Awaited<ReturnType<typeof findVoteEvent>>>

/** One statement. */
export async function findVoteEvent(db: ReadDatabase, municipalityId: number, ocdId: string) {
  const [motion] = await motionOfOcdId(db, { municipalityId, ocdId })
  return motion && { motion, votes: parseRows(motion.votes) }
}

const motionOfSlug = cachedQuery(
  (
    db,
    { municipalityId, slug }: { municipalityId: number; slug: string },
    { partsMax }: PartsMax,
  ) =>
    fromMotionsWithItems(db)
      .leftJoin('organizations as deciders', 'deciders.id', 'motions.decided_by_id')
      .select([...motionItemColumns, lastMotions(db).as('last_motions')])
      .select(tallyColumns)
      .select(detailColumns)
      .select(jsonRows(db, motionBylaws, partsMax).as('bylaws'))
      .select(jsonRows(db, motionVotes, partsMax).as('votes'))
      .select(jsonRows(db, candidates, partsMax).as('candidates'))
      .where('motions.municipality_id', '=', municipalityId)
      .where('motions.slug', '=', slug),
)

const motionOfOcdId = cachedQuery(
  (db, { municipalityId, ocdId }: { municipalityId: number; ocdId: string }) =>
    selectVoteEvents(db)
      .select(tallyColumns)
      .select(voteDetailColumns)
      .select([importUrl('motions').as('import_url'), jsonRows(db, voters).as('votes')])
      .where('motions.municipality_id', '=', municipalityId)
      .where('motions.ocd_id', '=', ocdId),
)

// Reached by the matter, because actions have no index by motion.
const steps = expressionBuilder<Tables, 'motions'>()
  .selectFrom('actions')
  .select('actions.classification')
  .whereRef('actions.matter_id', '=', 'motions.matter_id')
  .whereRef('actions.motion_id', '=', 'motions.id')
  .orderBy('actions.id')

function selectVotes() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(({ fn }) => fn.coalesce('people.name', 'person_name').as('person_name'))
    .select(['value as vote_value', 'reason'])
    .whereRef('motion_id', '=', 'motions.id')
    .orderBy('votes.id')
}

export const motionVotes = selectVotes()
  .select(['person_name as name_as_written', 'candidate'])
  .select('people.slug as person_slug')

const voters = selectVotes().select('people.ocd_id as person_ocd_id')

const candidates = expressionBuilder<Tables, 'motions'>()
  .selectFrom('candidates')
  .leftJoin('people', 'people.id', 'candidates.person_id')
  .select('people.slug as person_slug')
  .select(({ fn }) => fn.coalesce('people.name', 'person_name').as('person_name'))
  .select(['person_name as name_as_written', 'candidates.votes', 'candidates.elected'])
  .whereRef('motion_id', '=', 'motions.id')
  .orderBy('candidates.id')
