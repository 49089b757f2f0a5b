import { expressionBuilder } from 'kysely'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { lineColumns } from '../queries.ts'

/** Votes of each list. */
const shownMax = 5
/** As far back as the closest votes are looked for. */
const contestedMax = 1000

/**
 * The closest of the latest contested votes of a person, and the latest ones on the losing side; one statement. A vote is
 * close if each side had a third of it.
 */
export async function findKeyVotes(db: ReadDatabase, personId: number) {
  const cast = db
    .selectFrom('votes')
    .select(['votes.motion_id', 'votes.value'])
    .where('votes.person_id', '=', personId)
    .where('votes.value', 'in', ['For', 'Against'])
    .orderBy('votes.date', 'desc')
    .orderBy('votes.motion_id', 'desc')
  const contested = cast.where('votes.contested', '=', 1).limit(({ lit }) => lit(contestedMax))
  const lost = cast.where('votes.dissent', '=', 1).limit(({ lit }) => lit(shownMax))
  const motionsOf = (votes: typeof cast) =>
    db
      .selectFrom(votes.as('cast'))
      .innerJoin('motions', 'motions.id', 'cast.motion_id')
      .select(lineColumns)
      .select('cast.value')
      .orderBy('motions.date', 'desc')
      .orderBy('motions.id', 'desc')
      .limit(({ lit }) => lit(shownMax))
  const closest = motionsOf(contested)
    .where(hasThird('tally_for'))
    .where(hasThird('tally_against'))
    .clearOrderBy()
    .orderBy(({ eb, fn, ref }) =>
      fn('abs', [eb('motions.tally_for', '-', ref('motions.tally_against'))]),
    )
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
  const row = await db
    .selectNoFrom([jsonRows(db, closest).as('closest'), jsonRows(db, motionsOf(lost)).as('lost')])
    .executeTakeFirstOrThrow()
  return { closest: parseRows(row.closest), lost: parseRows(row.lost) }
}

export type KeyVotes = Awaited<ReturnType<typeof findKeyVotes>>

/** Whether a side had at least a third of the counted votes. */
function hasThird(side: 'tally_for' | 'tally_against') {
  const { eb, lit, ref } = expressionBuilder<Tables, 'motions'>()
  const counted = eb('motions.tally_for', '+', ref('motions.tally_against'))
  return eb(eb(`motions.${side}`, '*', lit(3)), '>=', counted)
}
