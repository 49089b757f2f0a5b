import { foldCase } from '../../core/fold.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Flag } from '../../store/record-tables.ts'
import { flag, fold } from '../_shared/filter-values.ts'
import { idOfSlug, type Range, unindexed } from '../_shared/queries.ts'
import { voteValues } from '../_shared/schema.ts'
import type { VoteQuery } from './schema.ts'

export type VoteFilters = Omit<VoteQuery, 'cursor' | 'per_page'>

export type VoteValues = {
  municipalityId: number
  person: string | undefined
  motion: string | undefined
  meeting: string | undefined
  organization: string | undefined
  matter: string | undefined
  value: string | undefined
  result: string | undefined
  contested: Flag | undefined
  dissent: Flag | undefined
  dateFrom: string | undefined
  dateAfter: string | undefined
  dateTo: string | undefined
  afterDate: string | undefined
  afterMotion: number | undefined
  afterName: string | undefined
  afterId: number | undefined
}

/** `after`: date and motion of the last row of the previous page, and further sort keys. */
export function toVoteValues(
  municipalityId: number,
  filters: VoteFilters,
  after: Range['after'] = [],
): VoteValues {
  const [afterDate, afterMotion, afterName, afterId] = after as [string?, number?, string?, number?]
  return {
    municipalityId,
    person: fold(filters.person),
    motion: fold(filters.motion),
    meeting: fold(filters.meeting),
    organization: fold(filters.organization),
    matter: fold(filters.matter),
    value: filters.value && spellingOf(filters.value),
    result: fold(filters.result),
    contested: flag(filters.contested),
    dissent: flag(filters.dissent),
    dateFrom: filters.date_from,
    // Unknown dates are stored as '', which is not later than any date.
    dateAfter: filters.date_to === undefined ? undefined : '',
    // The cursor already implies date_to; repeating it makes SQLite start at date_to.
    dateTo: afterDate === undefined ? filters.date_to : undefined,
    afterDate,
    afterMotion,
    afterName,
    afterId,
  }
}

function spellingOf(value: string): string {
  return voteValues.find((spelling) => foldCase(spelling) === foldCase(value)) ?? value
}

/**
 * What the votes of a page are found by, because all votes are too many to read: the votes of a person, motions, or for
 * votes of a value the first of each motion.
 */
type Listing = 'person' | 'motions' | 'values'

function listingOf({ person, motion, meeting, matter, value, dissent }: VoteValues): Listing {
  if (motion !== undefined) return 'motions'
  if (person !== undefined) return (meeting ?? matter) === undefined ? 'person' : 'motions'
  return (value ?? dissent) === undefined ? 'motions' : 'values'
}

/** The rows of the listing, as `listed`; except for that of a person, one for each motion. */
export function selectListed(db: ReadDatabase, values: VoteValues) {
  const listing = listingOf(values)
  const listed = filtered(listing === 'motions' ? fromMotions(db) : fromVotes(db), values)
  if (listing === 'motions') return listed
  const { municipalityId, person, value, dissent } = values
  let query = listed
  if (person === undefined) query = query.where(({ eb, lit }) => eb('listed.is_first', '=', lit(1)))
  else query = query.where('listed.person_id', '=', idOfSlug('people', municipalityId, person))
  if (value !== undefined) query = query.where('listed.value', '=', value)
  if (dissent !== undefined) query = query.where('listed.dissent', '=', dissent)
  return query
}

/** The date and the id of the motion of a row. */
export function motionKeys(values: VoteValues) {
  const motion = listingOf(values) === 'motions' ? 'listed.id' : 'listed.motion_id'
  return { date: 'listed.date', motion: motion as 'listed.motion_id' } as const
}

/** The votes of all pages, `votes`, each with its row of the listing. */
export function selectVotes(db: ReadDatabase, values: VoteValues) {
  const { municipalityId, person, value, dissent } = values
  const listing = listingOf(values)
  const listed = selectListed(db, values)
  if (listing === 'person') return listed.innerJoin('votes', 'votes.id', 'listed.id')
  if (listing === 'values')
    return listed.innerJoin('votes', (join) =>
      join
        .onRef('votes.motion_id', '=', 'listed.motion_id')
        .onRef('votes.value', '=', 'listed.value'),
    )
  // A cross join makes SQLite read the motions first.
  let query = listed.crossJoin('votes').whereRef('votes.motion_id', '=', motionKeys(values).motion)
  if (person !== undefined)
    query = query
      .where('votes.person_id', '=', idOfSlug('people', municipalityId, person))
      // The index that leads to a person has the date first.
      .whereRef('votes.date', '=', 'listed.date')
  if (value !== undefined) query = query.where('votes.value', '=', value)
  if (dissent !== undefined) query = query.where('votes.dissent', '=', dissent)
  return query
}

/** A subquery per vote, because of a join PostgreSQL could sort all votes. */
function fromVotes(db: ReadDatabase) {
  return db
    .selectFrom('votes as listed')
    .where(
      ({ selectFrom }) =>
        selectFrom('motions').select('motions.id').whereRef('motions.id', '=', 'listed.motion_id'),
      'is not',
      null,
    )
}

type Listed = ReturnType<typeof fromVotes>

/** Their columns are those of votes, but for the id. */
function fromMotions(db: ReadDatabase): Listed {
  return db
    .selectFrom('motions as listed')
    .where(({ eb, lit }) => eb('listed.has_votes', '=', lit(1))) as unknown as Listed
}

// Those with the fewest votes first.
const records = [
  { name: 'motion', column: 'listed.motion_id', table: 'motions' },
  { name: 'meeting', column: 'listed.meeting_id', table: 'meetings' },
  { name: 'matter', column: 'listed.matter_id', table: 'matters' },
  { name: 'organization', column: 'listed.decided_by_id', table: 'organizations' },
] as const

function filtered(listed: Listed, values: VoteValues): Listed {
  const { municipalityId, result, contested, dateFrom, dateAfter, dateTo } = values
  const keys = motionKeys(values)
  let query = listed
  const given = records.filter(({ name }) => values[name] !== undefined)
  // A record implies the municipality; repeating it makes SQLite scan all votes of the municipality.
  if (given.length === 0 && values.person === undefined)
    query = query.where('listed.municipality_id', '=', municipalityId)
  for (const [index, { name, column, table }] of given.entries()) {
    const id = idOfSlug(table, municipalityId, values[name] ?? '')
    query = query.where((eb) => {
      const own = eb.ref(name === 'motion' ? keys.motion : column)
      return eb(index === 0 ? own : unindexed(own), '=', id)
    })
  }
  if (result !== undefined) query = query.where('listed.result_folded', '=', result)
  if (contested !== undefined) query = query.where('listed.contested', '=', contested)
  if (dateFrom !== undefined) query = query.where(keys.date, '>=', dateFrom)
  if (dateAfter !== undefined) query = query.where(keys.date, '>', dateAfter)
  if (dateTo !== undefined) query = query.where(keys.date, '<=', dateTo)
  return query
}
