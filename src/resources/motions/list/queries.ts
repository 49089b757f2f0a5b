import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Flag } from '../../../store/record-tables.ts'
import { flag, fold } from '../../_shared/filter-values.ts'
import { idOfSlug, type Range } from '../../_shared/queries.ts'
import { fromMotions, motionItemColumns } from '../queries.ts'
import type { MotionQuery } from '../schema.ts'

export type MotionFilters = Omit<MotionQuery, 'cursor' | 'per_page'>
export type MotionItemRow = Awaited<ReturnType<typeof listMotions>>[number]

/** Newest meeting first; one statement. */
export async function listMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: MotionFilters,
  { after = [], limit }: Range,
) {
  const [afterDate, afterId] = after as [string?, number?]
  return pageOfMotions(
    db,
    {
      municipalityId,
      result: fold(filters.result),
      kind: fold(filters.kind),
      contested: flag(filters.contested),
      hasVotes: flag(filters.has_votes),
      meeting: fold(filters.meeting),
      mover: fold(filters.mover),
      voter: fold(filters.voter),
      organization: fold(filters.organization),
      matter: fold(filters.matter),
      dateFrom: filters.date_from,
      // Unknown dates are stored as '', which is not later than any date.
      dateBeyond: filters.date_to === undefined ? undefined : '',
      // The cursor already implies date_to; repeating it makes SQLite start at date_to.
      dateTo: afterDate === undefined ? filters.date_to : undefined,
      afterDate,
      afterId,
    },
    { limit },
  )
}

type MotionValues = {
  municipalityId: number
  result: string | undefined
  kind: string | undefined
  contested: Flag | undefined
  hasVotes: Flag | undefined
  meeting: string | undefined
  mover: string | undefined
  voter: string | undefined
  organization: string | undefined
  matter: string | undefined
  dateFrom: string | undefined
  dateBeyond: string | undefined
  dateTo: string | undefined
  afterDate: string | undefined
  afterId: number | undefined
}

const pageOfMotions = cachedQuery((db, values: MotionValues, { limit }: { limit: number }) => {
  const { municipalityId, voter, afterDate, afterId } = values
  const { date, id, from } = voter === undefined ? motionOrder : voteOrder
  let query = filtered(from(db), values)
  if (voter !== undefined)
    query = query.where('cast.person_id', '=', idOfSlug('people', municipalityId, voter))
  if (afterDate !== undefined && afterId !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, id), '<', tuple(afterDate, afterId)),
    )
  }
  return query
    .select(motionItemColumns)
    .orderBy(date, 'desc')
    .orderBy(id, 'desc')
    .limit(({ lit }) => lit(limit))
})

type MotionsQuery = ReturnType<typeof fromVotes>

const motionOrder = {
  date: 'motions.date',
  id: 'motions.id',
  from: (db: ReadDatabase) => fromMotions(db) as unknown as MotionsQuery,
} as const

// The same dates and ids, in the index that leads to the votes of a person.
const voteOrder = { date: 'cast.date', id: 'cast.motion_id', from: fromVotes } as const

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

const named = {
  meeting: { column: 'motions.meeting_id', table: 'meetings' },
  mover: { column: 'motions.mover_id', table: 'people' },
  organization: { column: 'motions.decided_by_id', table: 'organizations' },
  matter: { column: 'motions.matter_id', table: 'matters' },
} as const

function filtered(motions: MotionsQuery, values: MotionValues): MotionsQuery {
  const { municipalityId, result, kind, contested, hasVotes, voter } = values
  const { dateFrom, dateBeyond, dateTo } = values
  const { date } = voter === undefined ? motionOrder : voteOrder
  let query = motions.where('motions.removed_at', 'is', null)
  const records = (Object.keys(named) as (keyof typeof named)[]).filter(
    (name) => values[name] !== undefined,
  )
  // A record implies the municipality; repeating it makes SQLite scan all motions of the municipality.
  if (records.length === 0 && voter === undefined)
    query = query.where('motions.municipality_id', '=', municipalityId)
  for (const name of records) {
    const { column, table } = named[name]
    query = query.where(column, '=', idOfSlug(table, municipalityId, values[name] ?? ''))
  }
  if (result !== undefined) query = query.where('motions.result_folded', '=', result)
  if (kind !== undefined) query = query.where('motions.kind', '=', kind)
  if (contested !== undefined) query = query.where('motions.contested', '=', contested)
  if (hasVotes !== undefined) query = query.where('motions.has_votes', '=', hasVotes)
  if (dateFrom !== undefined) query = query.where(date, '>=', dateFrom)
  if (dateBeyond !== undefined) query = query.where(date, '>', dateBeyond)
  if (dateTo !== undefined) query = query.where(date, '<=', dateTo)
  return query
}
