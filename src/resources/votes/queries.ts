import {
  type AliasableExpression,
  type Compilable,
  type Expression,
  expressionBuilder,
  type SqlBool,
} from 'kysely'
import { foldCase } from '../../core/fold.ts'
import { defeatedFilter } from '../../core/headings/outcome.ts'
import { cachedQuery, converted } from '../../store/cached-query.ts'
import { ownIteration } from '../../store/iterations.ts'
import { lastMotions } from '../../store/last-motions.ts'
import { isClose, isUnanimous } from '../../store/margins.ts'
import { namingColumns, votedColumns } from '../../store/motion-columns.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { votersMax } from '../../store/record-tables.ts'
import {
  between,
  byIdsQuery,
  cachedList,
  flag,
  fold,
  hasOutcome,
  type InMunicipality,
  idOfSlug,
  isIn,
  isOfMeeting,
  isSince,
  isUpdatedSince,
  type ListQuery,
  listFacetValues,
  type Range,
  unindexed,
} from '../_shared/queries.ts'
import { voteValues } from '../_shared/schema.ts'
import type { ShownVotes, VoteQuery } from './schema.ts'

/** `among`: only motions with these ids, separated by commas. `uncounted`: only those without a count, of which some voters are named. */
export type VoteFilters = Omit<VoteQuery, 'cursor' | 'per_page'> & {
  among?: string
  uncounted?: true
}

const voteColumns = [
  'id',
  'motion_id',
  'date',
  'name_folded',
  'person_name',
  'value',
  'weight',
  'reason',
  'contested',
  'dissent',
] as const

const motionColumns = [
  'motions.slug as motion_slug',
  ...namingColumns,
  ...votedColumns,
  'motions.decision',
  'motions.text',
  'motions.summary',
  'motions.updated_at',
] as const

const personColumns = [
  'people.slug as person_slug',
  'people.name as person',
  'people.given_name',
  'people.family_name',
] as const

const linkedColumns = [
  'agenda_items.title as agenda_item_title',
  'agenda_items.item_number',
  'matters.identifier as matter_identifier',
  'matters.title as matter_title',
  'matters.slug as matter_slug',
  'meetings.slug as meeting_slug',
  'organizations.name as organization',
  'organizations.slug as organization_slug',
] as const

export type VoteList = ListQuery<
  VoteFilters & InMunicipality,
  [date: string, motion: number, name: string, id: number]
>

/** A list by the filters of votes, of which `show` has its own condition for each value. */
export function listOfVotes<Row>(
  build: (db: ReadDatabase, list: VoteList) => Compilable<Row> & AliasableExpression<Row>,
) {
  return cachedList(build, 'show')
}

/** A vote and its motion, which votes that were read together can share. */
export interface VoteItemRow {
  vote: Awaited<ReturnType<typeof votesAlone>>[number]
  motion: VotedMotionRow
}
export type VotedMotionRow = Awaited<ReturnType<typeof motionsOfVotes>>[number]

/** Newest meeting first, people by name; one statement. */
export async function listVotes(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  range: Range,
): Promise<VoteItemRow[]> {
  const rows = await pageOfVotes(db, { ...filters, municipalityId }, range)
  return rows.sort(compareVotes).map((row) => ({ vote: row, motion: row }))
}

/** The same in two statements: many votes have few motions, each of which is read once. */
export async function listManyVotes(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  range: Range,
): Promise<VoteItemRow[]> {
  const votes = await votesAlone(db, { ...filters, municipalityId }, range)
  const motions = await motionsOfVotes(db, [...new Set(votes.map((vote) => vote.motion_id))])
  const byId = new Map(motions.map((motion) => [motion.id, motion]))
  return votes.sort(compareVotes).flatMap((vote) => {
    const motion = byId.get(vote.motion_id)
    return motion === undefined ? [] : [{ vote, motion }]
  })
}

/** One statement. */
export async function countVotes(db: ReadDatabase, municipalityId: number, filters: VoteFilters) {
  if (Object.values(filters).some((value) => value !== undefined))
    return allVotes.count(db, { ...filters, municipalityId })
  const [municipality] = await countOfImport(db, { municipalityId })
  return municipality?.count ?? 0
}

/** The number of all votes, which an import counts. */
const countOfImport = cachedQuery((db, { municipalityId }: InMunicipality) =>
  db.selectFrom('municipalities').select('vote_count as count').where('id', '=', municipalityId),
)

// Without the joins, which would read each motion.
const allVotes = listOfVotes((db, list) => selectVotes(db, list).select('votes.id'))

/** The number of motions of the votes that match; one statement. */
export async function countVotedMotions(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
) {
  return votedMotions.count(db, { ...filters, municipalityId })
}

const votedMotions = listOfVotes((db, list) =>
  selectVoted(db, list).select(motionKeys(list).motion).distinct(),
)

const orderOf = (value: (typeof voteValues)[number]) => voteValues.indexOf(value)

/** How many votes match, by value, how many of them were, or can be said to be, on the losing side, and the days of the first and the last one; one statement. */
export async function countVoteValues(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
) {
  const rows = await voteValuesOf(db, { ...filters, municipalityId }, { limit: voteValues.length })
  // Databases group in different orders.
  const inOrder = rows.toSorted((one, other) => orderOf(one.value) - orderOf(other.value))
  return inOrder.map(({ value, votes, lost, settled, first, last }) => ({
    ...{ value, votes: Number(votes), first, last },
    ...{ lost: Number(lost ?? 0), settled: Number(settled) },
  }))
}

const voteValuesOf = listOfVotes((db, list) =>
  selectVotes(db, list)
    .select('votes.value')
    .select(({ fn }) => [
      fn.countAll<number>().as('votes'),
      fn.sum<number | null>('votes.dissent').as('lost'),
      fn.count<number>('votes.dissent').as('settled'),
    ])
    .select(({ fn, val }) => {
      const dated = fn<string | null>('nullif', ['votes.date', val('')])
      return [fn.min(dated).as('first'), fn.max(dated).as('last')]
    })
    .groupBy('votes.value'),
)

/** Votes of one statement that looks for people. */
const votersRead = 2000

/** The people of the votes that match, by slug or as they are written; in batches, because SQLite's statements leave no time to other requests. */
export async function listVoters(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
): Promise<string[]> {
  const isAll = Object.values(filters).every((value) => value === undefined)
  const counted = isAll
    ? await listFacetValues(db, { municipalityId, list: 'votes', name: 'person' })
    : []
  // An import before imports counted them has none.
  if (counted.length > 0) return counted.map(({ value }) => value)
  const people = new Set<string>()
  let after: Range['after']
  for (;;) {
    const range = { after, limit: votersRead }
    const rows = await voters(db, { ...filters, municipalityId }, range)
    for (const { value } of rows) people.add(value)
    if (rows.length < votersRead || people.size > votersMax) return [...people]
    const last = rows.reduce((one, other) => (compareVotes(one, other) > 0 ? one : other))
    after = [last.date, last.motion_id, last.name_folded, last.id]
    await ownIteration()
  }
}

const voters = listOfVotes((db, list) =>
  db
    .selectFrom(selectPage(db, list).as('page'))
    .leftJoin('people', 'people.id', 'page.person_id')
    .select(['page.date', 'page.motion_id', 'page.name_folded', 'page.id'])
    .select(({ fn }) => fn.coalesce('people.slug', 'page.person_name').as('value')),
)

/** The order of the page, which the joins need not keep. */
export function compareVotes(one: Position, other: Position): number {
  const bytes = ({ name_folded: name }: Position) => Buffer.from(name)
  return (
    Number(one.date < other.date) - Number(one.date > other.date) ||
    other.motion_id - one.motion_id ||
    Buffer.compare(bytes(one), bytes(other)) ||
    one.id - other.id
  )
}

type Position = Pick<
  Awaited<ReturnType<typeof pageOfVotes>>[number],
  'date' | 'motion_id' | 'name_folded' | 'id'
>

const pageOfVotes = listOfVotes(selectVoteItems)

function selectVoteItems(db: ReadDatabase, list: VoteList) {
  return joinPage(db, list)
    .select(voteColumns.map((column) => `page.${column}` as const))
    .select([...personColumns, ...motionColumns])
    .select([...linkedColumns, lastMotions(db).as('last_motions')])
}

const votesAlone = listOfVotes((db, list) =>
  withPeople(db, list)
    .select(voteColumns.map((column) => `page.${column}` as const))
    .select(personColumns),
)

const motionsOfVotes = byIdsQuery('motions.id', (db) =>
  withLinks(db.selectFrom('motions') as unknown as WithMotions)
    .select(['motions.id', ...motionColumns])
    .select([...linkedColumns, lastMotions(db).as('last_motions')]),
)

/** A page of votes, each with its motion, `motions`. The page is cut before the joins, with which PostgreSQL could read and sort every vote. */
export function joinPage(db: ReadDatabase, list: VoteList) {
  return withLinks(withMotions(db, list))
}

function withPeople(db: ReadDatabase, list: VoteList) {
  return db
    .selectFrom(selectPage(db, list).as('page'))
    .leftJoin('people', 'people.id', 'page.person_id')
}

type WithMotions = ReturnType<typeof withMotions>
function withMotions(db: ReadDatabase, list: VoteList) {
  return withPeople(db, list).innerJoin('motions', 'motions.id', 'page.motion_id')
}

/** What motions are linked to. */
function withLinks(motions: WithMotions) {
  return motions
    .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .leftJoin('matters', 'matters.id', 'motions.matter_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'motions.agenda_item_id').on(isOfMeeting()),
    )
}

function selectPage(db: ReadDatabase, list: VoteList) {
  const { given, limit } = list
  const { date, motion } = motionKeys(list)
  return (
    afterLast(selectVotes(db, list), list)
      .select(voteColumns.map((column) => `votes.${column}` as const))
      .select('votes.person_id')
      // All votes of a motion have one date.
      .$if(!given('motion'), (query) => query.orderBy(date, 'desc').orderBy(motion, 'desc'))
      // The votes of a person have one name, which the index that leads to them lacks.
      .$if(!given('person'), (query) => query.orderBy('votes.name_folded'))
      .orderBy('votes.id')
      .limit(({ lit }) => lit(limit))
  )
}

type VotesQuery = ReturnType<typeof selectVotes>

/** The votes after the last one of the previous page. An index leads to its motion, whose earlier votes are skipped. */
function afterLast(votes: VotesQuery, list: VoteList): VotesQuery {
  if (!list.given('after')) return votes
  const [lastDate, lastMotion, lastName, lastId] = list.after
  const { date, motion } = motionKeys(list)
  return votes.where(({ eb, and, not, refTuple, tuple }) => {
    const name = refTuple('votes.name_folded', 'votes.id')
    if (list.given('motion')) return eb(name, '>', tuple(lastName, lastId))
    const isEarlier = and([eb(motion, '=', lastMotion), eb(name, '<=', tuple(lastName, lastId))])
    return and([eb(refTuple(date, motion), '<=', tuple(lastDate, lastMotion)), not(isEarlier)])
  })
}

function spellingOf(value: string): string {
  const folded = foldCase(value)
  return voteValues.find((spelling) => foldCase(spelling) === folded) ?? value
}

/**
 * What the votes of a page are found by, because all votes are too many to read: the votes of a person, motions, or for
 * votes of a value the first of each motion.
 */
type Listing = 'person' | 'motions' | 'values'

function listingOf({ given }: VoteList): Listing {
  if (given('motion')) return 'motions'
  if (given('person')) return given('meeting') || given('matter') ? 'motions' : 'person'
  return given('value') || given('dissent') ? 'values' : 'motions'
}

/** The rows of the listing, as `listed`; except for that of a person, one for each motion. */
function selectListed(db: ReadDatabase, list: VoteList) {
  const { values, given } = list
  const listing = listingOf(list)
  const listed = filtered(
    db,
    listing === 'motions' ? fromMotions(db, list) : fromVotes(db, list),
    list,
  )
  if (listing === 'motions') return listed
  return listed
    .$if(!given('person'), (query) =>
      query.where(({ eb, lit }) => eb('listed.is_first', '=', lit(1))),
    )
    .$if(given('person'), (query) =>
      query.where(
        'listed.person_id',
        '=',
        idOfSlug('people', values.municipalityId, fold(values.person)),
      ),
    )
    .$if(given('value'), (query) =>
      query.where('listed.value', '=', converted(values.value, spellingOf)),
    )
    .$if(given('dissent'), (query) => query.where('listed.dissent', '=', flag(values.dissent)))
}

/** The date and the id of the motion of a row. */
export function motionKeys(list: VoteList) {
  const motion = listingOf(list) === 'motions' ? 'listed.id' : 'listed.motion_id'
  return { date: 'listed.date', motion: motion as 'listed.motion_id' } as const
}

/** The votes of all pages, `votes`, each with its row of the listing. */
function selectVotes(db: ReadDatabase, list: VoteList) {
  const { values, given } = list
  const listing = listingOf(list)
  const listed = selectListed(db, list)
  if (listing === 'person') return listed.innerJoin('votes', 'votes.id', 'listed.id')
  if (listing === 'values')
    return listed.innerJoin('votes', (join) =>
      join
        .onRef('votes.motion_id', '=', 'listed.motion_id')
        .onRef('votes.value', '=', 'listed.value'),
    )
  return (
    listed
      // A cross join makes SQLite read the motions first.
      .crossJoin('votes')
      .whereRef('votes.motion_id', '=', motionKeys(list).motion)
      .$if(given('person'), (query) =>
        query
          .where(
            'votes.person_id',
            '=',
            idOfSlug('people', values.municipalityId, fold(values.person)),
          )
          // The index that leads to a person has the date first.
          .whereRef('votes.date', '=', 'listed.date'),
      )
      .$if(given('value'), (query) =>
        query.where('votes.value', '=', converted(values.value, spellingOf)),
      )
      .$if(given('dissent'), (query) => query.where('votes.dissent', '=', flag(values.dissent)))
  )
}

/** Rows of the motions of the votes that match, one or more for each. */
export function selectVoted(db: ReadDatabase, list: VoteList) {
  // A listing of motions has some without a vote of the person, or with the value.
  const isExact = !list.given('person') && !list.given('motion')
  return isExact ? selectListed(db, list) : selectVotes(db, list)
}

/** A subquery per vote, because of a join PostgreSQL could sort all votes. Votes have no column for the outcome. */
function fromVotes(db: ReadDatabase, { values, given }: VoteList) {
  return db.selectFrom('votes as listed').where(
    ({ selectFrom }) =>
      selectFrom('motions')
        .select('motions.id')
        .whereRef('motions.id', '=', 'listed.motion_id')
        .$if(given('outcome'), (query) => query.where(hasOutcome(db, 'motions', values.outcome)))
        .$if(given('show'), (query) => query.where(isShown(db, 'motions', values.show)))
        .$if(given('uncounted'), (query) => query.where('motions.tally_for', 'is', null))
        .$if(given('updated_since'), (query) =>
          query.where(isUpdatedSince('motions', values.updated_since)),
        ),
    'is not',
    null,
  )
}

type VoteRows = ReturnType<typeof fromVotes>

/** What indexes know of a motion that is shown. */
const contestedIn: Readonly<Record<ShownVotes, boolean | undefined>> = {
  ...{ defeated: undefined, close: true, unanimous: false, contested: true },
}

/** What only its row knows. */
function isShown(
  db: ReadDatabase,
  table: 'motions' | 'listed',
  show: ShownVotes,
): Expression<SqlBool> {
  if (show === 'defeated') return hasOutcome(db, table, defeatedFilter)
  if (show === 'close') return isClose(table)
  return show === 'unanimous' ? isUnanimous(table) : expressionBuilder().and([])
}

/** Their columns are those of votes, but for the id. */
function fromMotions(db: ReadDatabase, { values, given }: VoteList): VoteRows {
  return db
    .selectFrom('motions as listed')
    .where(({ eb, lit }) => eb('listed.has_votes', '=', lit(1)))
    .$if(given('outcome'), (query) => query.where(hasOutcome(db, 'listed', values.outcome)))
    .$if(given('show'), (query) => query.where(isShown(db, 'listed', values.show)))
    .$if(given('uncounted'), (query) => query.where('listed.tally_for', 'is', null))
    .$if(given('updated_since'), (query) =>
      query.where(({ ref }) => isSince(ref('listed.updated_at'), values.updated_since)),
    ) as unknown as VoteRows
}

// Those with the fewest votes first.
const records = [
  { name: 'motion', column: 'listed.motion_id', table: 'motions' },
  { name: 'meeting', column: 'listed.meeting_id', table: 'meetings' },
  { name: 'matter', column: 'listed.matter_id', table: 'matters' },
  { name: 'organization', column: 'listed.decided_by_id', table: 'organizations' },
] as const

function filtered(db: ReadDatabase, listed: VoteRows, list: VoteList): VoteRows {
  const { values, given } = list
  const { municipalityId } = values
  const keys = motionKeys(list)
  const isContested = given('show') ? contestedIn[values.show] : undefined
  let query = listed
  const named = records.filter(({ name }) => given(name))
  // A record implies the municipality; repeating it makes SQLite scan all votes of the municipality.
  if (named.length === 0 && !given('person'))
    query = query.where('listed.municipality_id', '=', municipalityId)
  for (const [index, { name, column, table }] of named.entries()) {
    const id = idOfSlug(table, municipalityId, fold(values[name]))
    query = query.where((eb) => {
      const own = eb.ref(name === 'motion' ? keys.motion : column)
      return eb(index === 0 ? own : unindexed(own), '=', id)
    })
  }
  return query
    .$if(given('result'), (votes) => votes.where('listed.result_folded', '=', fold(values.result)))
    .$if(given('contested'), (votes) =>
      votes.where('listed.contested', '=', flag(values.contested)),
    )
    .$if(isContested !== undefined, (votes) =>
      votes.where('listed.contested', '=', flag(isContested === true)),
    )
    .$if(given('among'), (votes) =>
      votes.where(({ ref }) => isIn(db, ref(keys.motion), values.among)),
    )
    .where(({ ref }) => between(list, ref(keys.date)))
}
