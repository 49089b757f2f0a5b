import type { Range } from '../../resources/_shared/queries.ts'
import {
  compareVotes,
  listOfVotes,
  motionKeys,
  selectVoted,
  selectVoteItems,
  type VoteFilters,
} from '../../resources/votes/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { losingSide } from './queries.ts'

/** The motions of the votes that match, newest meeting first; one statement. */
export async function listVotedMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  range: Range,
) {
  return pageOfMotions(db, { ...filters, municipalityId }, range)
}

const pageOfMotions = listOfVotes((db, list) => {
  const { given, after, limit } = list
  const { date, motion } = motionKeys(list)
  return selectVoted(db, list)
    .$if(given('after'), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(date, motion), '<', tuple(after[0], after[1])),
      ),
    )
    .select([`${date} as date`, `${motion} as id`])
    .groupBy([date, motion])
    .orderBy(date, 'desc')
    .orderBy(motion, 'desc')
    .limit(({ lit }) => lit(limit))
})

/** Votes, newest meeting first, each with who lost; one statement. */
export async function listVotesWithLosers(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  range: Range,
) {
  const rows = await pageWithLosers(db, { ...filters, municipalityId }, range)
  return rows.sort(compareVotes)
}

const pageWithLosers = listOfVotes((db, list) => selectVoteItems(db, list).select(losingSide(db)))

export type VoteWithLosers = Awaited<ReturnType<typeof listVotesWithLosers>>[number]
