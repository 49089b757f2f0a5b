import type { Range } from '../../resources/_shared/queries.ts'
import {
  motionKeys,
  selectListed,
  selectVotes,
  toVoteValues,
  type VoteFilters,
} from '../../resources/votes/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** The motions of the votes that match, newest meeting first; one statement. */
export async function listVotedMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  { after, limit }: Range,
) {
  const values = toVoteValues(municipalityId, filters, after)
  const { person, motion: only, afterDate, afterMotion } = values
  const { date, motion } = motionKeys(values)
  // A listing of motions has some without a vote of the person, or with the value.
  const isExact = (person ?? only) === undefined
  let query = isExact ? selectListed(db, values) : selectVotes(db, values)
  if (afterDate !== undefined && afterMotion !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, motion), '<', tuple(afterDate, afterMotion)),
    )
  return query
    .select([`${date} as date`, `${motion} as id`])
    .groupBy([date, motion])
    .orderBy(date, 'desc')
    .orderBy(motion, 'desc')
    .limit(({ lit }) => lit(limit))
    .execute()
}
