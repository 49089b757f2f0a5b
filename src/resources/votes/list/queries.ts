import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { lastMotions } from '../../_shared/motions/queries.ts'
import { isOfMeeting, namingColumns, type Range } from '../../_shared/queries.ts'
import {
  motionKeys,
  selectVotes,
  toVoteValues,
  type VoteFilters,
  type VoteValues,
} from '../queries.ts'

const voteColumns = [
  'id',
  'motion_id',
  'date',
  'name_folded',
  'person_name',
  'value',
  'reason',
  'contested',
  'dissent',
] as const

const motionColumns = [
  'motions.slug as motion_slug',
  ...namingColumns,
  'motions.result',
  'motions.tally_for',
  'motions.tally_against',
  'motions.updated_at',
] as const

const linkedColumns = [
  'people.slug as person_slug',
  'people.name as person',
  'agenda_items.title as agenda_item_title',
  'matters.title as matter_title',
  'matters.slug as matter_slug',
  'meetings.slug as meeting_slug',
  'organizations.name as organization',
  'organizations.slug as organization_slug',
] as const

export type VoteItemRow = Awaited<ReturnType<typeof listVotes>>[number]

/** Newest meeting first, people by name; one statement. */
export async function listVotes(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  { after, limit }: Range,
) {
  const rows = await pageOfVotes(db, toVoteValues(municipalityId, filters, after), { limit })
  return rows.sort(inOrder)
}

/** The order of the page, which the joins need not keep. */
function inOrder(one: PageRow, other: PageRow): number {
  const bytes = ({ name_folded: name }: PageRow) => Buffer.from(name)
  return (
    Number(one.date < other.date) - Number(one.date > other.date) ||
    other.motion_id - one.motion_id ||
    Buffer.compare(bytes(one), bytes(other)) ||
    one.id - other.id
  )
}

type PageRow = Awaited<ReturnType<typeof pageOfVotes>>[number]

// The page is cut before the joins, with which PostgreSQL could read and sort every vote.
const pageOfVotes = cachedQuery((db, values: VoteValues, { limit }: { limit: number }) =>
  db
    .selectFrom(selectPage(db, values, limit).as('page'))
    .innerJoin('motions', 'motions.id', 'page.motion_id')
    .leftJoin('people', 'people.id', 'page.person_id')
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .leftJoin('matters', 'matters.id', 'motions.matter_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'motions.agenda_item_id').on(isOfMeeting()),
    )
    .select(voteColumns.map((column) => `page.${column}` as const))
    .select(motionColumns)
    .select([...linkedColumns, lastMotions(db).as('last_motions')]),
)

function selectPage(db: ReadDatabase, values: VoteValues, limit: number) {
  const { date, motion } = motionKeys(values)
  let query = after(selectVotes(db, values), values)
    .select(voteColumns.map((column) => `votes.${column}` as const))
    .select('votes.person_id')
  // All votes of a motion have one date.
  if (values.motion === undefined) query = query.orderBy(date, 'desc').orderBy(motion, 'desc')
  // The votes of a person have one name, which the index that leads to them lacks.
  if (values.person === undefined) query = query.orderBy('votes.name_folded')
  return query.orderBy('votes.id').limit(({ lit }) => lit(limit))
}

type VotesQuery = ReturnType<typeof selectVotes>

/** The votes after the last one of the previous page. An index leads to its motion, whose earlier votes are skipped. */
function after(votes: VotesQuery, values: VoteValues): VotesQuery {
  const { afterDate, afterMotion, afterName, afterId } = values
  if (
    afterDate === undefined ||
    afterMotion === undefined ||
    afterName === undefined ||
    afterId === undefined
  )
    return votes
  return votes.where(({ eb, and, not, refTuple, tuple }) => {
    const { date, motion } = motionKeys(values)
    const name = refTuple('votes.name_folded', 'votes.id')
    if (values.motion !== undefined) return eb(name, '>', tuple(afterName, afterId))
    const isEarlier = and([eb(motion, '=', afterMotion), eb(name, '<=', tuple(afterName, afterId))])
    return and([eb(refTuple(date, motion), '<=', tuple(afterDate, afterMotion)), not(isEarlier)])
  })
}
