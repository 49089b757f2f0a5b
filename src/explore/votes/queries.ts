import type { Range } from '../../resources/_shared/queries.ts'
import { matchingVotes, toVoteValues, type VoteFilters } from '../../resources/votes/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** The motions of the votes that match, newest meeting first; one statement. */
export async function listVotedMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  { after, limit }: Range,
) {
  const values = toVoteValues(municipalityId, filters, after)
  const { afterDate, afterMotion } = values
  let query = matchingVotes(db, values)
  if (afterDate !== undefined && afterMotion !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('votes.date', 'votes.motion_id'), '<', tuple(afterDate, afterMotion)),
    )
  return query
    .select(['votes.date', 'votes.motion_id as id'])
    .groupBy(['votes.date', 'votes.motion_id'])
    .orderBy('votes.date', 'desc')
    .orderBy('votes.motion_id', 'desc')
    .limit(({ lit }) => lit(limit))
    .execute()
}
