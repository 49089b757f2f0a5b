import type { Range } from '../../resources/_shared/queries.ts'
import {
  compareVotes,
  joinPage,
  listOfVotes,
  motionKeys,
  selectVoted,
  type VoteFilters,
} from '../../resources/votes/queries.ts'
import { namingColumns, votedColumns } from '../../store/motion-columns.ts'
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

/** What a list says of a vote, newest meeting first; one statement. */
export async function listVoteLines(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  range: Range,
) {
  const rows = await pageOfLines(db, { ...filters, municipalityId }, range)
  return rows.sort(compareVotes)
}

const pageOfLines = listOfVotes((db, list) =>
  joinPage(db, list)
    .select(['page.id', 'page.motion_id', 'page.date', 'page.name_folded'])
    .select(['page.value', 'page.reason', 'motions.slug', 'organizations.name as organization'])
    .select([...namingColumns, ...votedColumns, ...losingSide(db)])
    .select(({ fn }) => fn.coalesce('agenda_items.title', 'matters.title').as('subject')),
)

export type VoteLineRow = Awaited<ReturnType<typeof listVoteLines>>[number]
