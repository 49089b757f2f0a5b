import type { AliasableExpression } from 'kysely'
import { cachedRow } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { closestFirst, isCounted } from '../../store/margins.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { VotesTable } from '../../store/record-tables.ts'
import { losingSide } from '../parts/queries.ts'
import { lineColumns } from '../queries.ts'

type Cast = Pick<VotesTable, 'motion_id' | 'value'>

/** Votes of each list. */
const shownMax = 5
/** As far back as the closest votes are looked for. */
const contestedMax = 1000

/** The closest of the latest contested votes of a person, and the latest ones on the losing side; one statement. */
export async function findKeyVotes(db: ReadDatabase, personId: number) {
  const { closest, lost } = await keyVotesOf(db, { personId })
  return { closest: parseRows(closest), lost: parseRows(lost) }
}

const keyVotesOf = cachedRow((db, { personId }: { personId: number }) => {
  const cast = db
    .selectFrom('votes')
    .select(['votes.motion_id', 'votes.value'])
    .where('votes.person_id', '=', personId)
    .where('votes.value', 'in', ['For', 'Against'])
    .orderBy('votes.date', 'desc')
    .orderBy('votes.motion_id', 'desc')
  // A literal: a partial index leads to them.
  const contested = cast
    .where(({ eb, lit }) => eb('votes.contested', '=', lit(1)))
    .limit(({ lit }) => lit(contestedMax))
  const lost = cast
    .where(({ eb, lit }) => eb('votes.dissent', '=', lit(1)))
    .limit(({ lit }) => lit(shownMax))
  const motionsOf = (votes: AliasableExpression<Cast>) =>
    db.selectFrom(votes.as('cast')).innerJoin('motions', 'motions.id', 'cast.motion_id')
  // Before their lines are read: SQLite would read those of all that it sorts.
  const closest = motionsOf(contested)
    .select(['cast.motion_id', 'cast.value'])
    .where(isCounted('motions'))
    .orderBy(closestFirst('motions'))
    .limit(({ lit }) => lit(shownMax))
  const lines = (votes: AliasableExpression<Cast>) =>
    motionsOf(votes)
      .select([...lineColumns, 'cast.value'])
      .select(losingSide(db))
  return db.selectNoFrom([
    jsonRows(db, lines(closest).orderBy(closestFirst('motions'))).as('closest'),
    jsonRows(db, lines(lost).orderBy('motions.date', 'desc').orderBy('motions.id', 'desc')).as(
      'lost',
    ),
  ])
})

export type KeyVotes = Awaited<ReturnType<typeof findKeyVotes>>
