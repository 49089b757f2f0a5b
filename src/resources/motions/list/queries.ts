import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Flag } from '../../../store/record-tables.ts'
import { flag, fold } from '../../_shared/filter-values.ts'
import { lastMotions } from '../../_shared/motions/queries.ts'
import { idOfSlug, type Range, unindexed } from '../../_shared/queries.ts'
import { fromMotions, itemTitle, motionListColumns } from '../queries.ts'
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
  // A motion with a voter has votes.
  if (filters.voter !== undefined && filters.has_votes === false) return []
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
  const { afterDate, afterId } = values
  const { date, id, from } = orderOf(values)
  let query = filtered(from(db), values)
  if (afterDate !== undefined && afterId !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(date, id), '<', tuple(afterDate, afterId)),
    )
  }
  return query
    .select(motionListColumns)
    .select([itemTitle().as('agenda_item_title'), lastMotions(db).as('last_motions')])
    .orderBy(date, 'desc')
    .orderBy(id, 'desc')
    .limit(({ lit }) => lit(limit))
})

type MotionsQuery = ReturnType<typeof fromVotes>

const motionOrder = {
  of: 'motions',
  date: 'motions.date',
  id: 'motions.id',
  from: (db: ReadDatabase) => fromMotions(db) as unknown as MotionsQuery,
} as const

// The same dates and ids, in the index that leads to the votes of a person.
const voteOrder = { of: 'cast', date: 'cast.date', id: 'cast.motion_id', from: fromVotes } as const

/** A meeting, a matter or a mover leads to fewer motions than the votes of a person. */
function orderOf({ voter, meeting, matter, mover }: MotionValues) {
  return voter === undefined || (meeting ?? matter ?? mover) !== undefined ? motionOrder : voteOrder
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
  { name: 'meeting', column: 'motions.meeting_id', table: 'meetings' },
  { name: 'matter', column: 'motions.matter_id', table: 'matters' },
  { name: 'mover', column: 'motions.mover_id', table: 'people' },
  { name: 'organization', column: 'motions.decided_by_id', table: 'organizations' },
] as const

function filtered(motions: MotionsQuery, values: MotionValues): MotionsQuery {
  const { result, kind, contested, hasVotes, dateFrom, dateBeyond, dateTo } = values
  // Votes repeat columns in the index that leads to them, so that no motion is read that does not match.
  const { of, date } = orderOf(values)
  let query = ofRecords(motions, values)
  if (result !== undefined) query = query.where(`${of}.result_folded`, '=', result)
  if (kind !== undefined) query = query.where(`${of}.kind`, '=', kind)
  if (contested !== undefined) query = query.where(`${of}.contested`, '=', contested)
  if (hasVotes !== undefined) query = query.where('motions.has_votes', '=', hasVotes)
  if (dateFrom !== undefined) query = query.where(date, '>=', dateFrom)
  if (dateBeyond !== undefined) query = query.where(date, '>', dateBeyond)
  if (dateTo !== undefined) query = query.where(date, '<=', dateTo)
  return query
}

function ofRecords(motions: MotionsQuery, values: MotionValues): MotionsQuery {
  const { municipalityId, voter } = values
  const given = records.filter(({ name }) => values[name] !== undefined)
  // A record implies the municipality; repeating it makes SQLite scan all motions of the municipality.
  if (given.length === 0 && voter === undefined)
    return motions.where('motions.municipality_id', '=', municipalityId)
  let query = voter === undefined ? motions : castBy(motions, values, voter)
  for (const [index, { name, column, table }] of given.entries()) {
    const id = idOfSlug(table, municipalityId, values[name] ?? '')
    query = query.where((eb) => {
      // With the votes of a person, only an organization can be given.
      const own = eb.ref(orderOf(values) === voteOrder ? 'cast.decided_by_id' : column)
      return eb(index === 0 ? own : unindexed(own), '=', id)
    })
  }
  return query
}

function castBy(motions: MotionsQuery, values: MotionValues, voter: string): MotionsQuery {
  const person = idOfSlug('people', values.municipalityId, voter)
  if (orderOf(values) === voteOrder) return motions.where('cast.person_id', '=', person)
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
