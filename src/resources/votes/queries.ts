import { expressionBuilder } from 'kysely'
import { foldCase } from '../../core/fold.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Flag } from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'
import { flag, fold } from '../_shared/filter-values.ts'
import { idOfSlug, isOfMeeting, type Range } from '../_shared/queries.ts'
import { voteValues } from '../_shared/schema.ts'
import type { VoteQuery } from './schema.ts'

export type VoteFilters = Omit<VoteQuery, 'cursor' | 'per_page'>

const voteColumns = [
  'id',
  'motion_id',
  'date',
  'name_folded',
  'person_name',
  'value',
  'reason',
  'contested',
  'dissent',
] as const

const linkColumns = ['person_id', 'meeting_id', 'decided_by_id', 'matter_id'] as const

const motionColumns = [
  'motions.slug as motion_slug',
  'motions.summary',
  'motions.text',
  'motions.result',
  'motions.kind',
  'motions.tally_for',
  'motions.tally_against',
  'motions.updated_at',
] as const

const linkedColumns = [
  'people.slug as person_slug',
  'people.name as person',
  'agenda_items.title as agenda_item_title',
  'matters.title as matter_title',
  'matters.slug as matter_slug',
  'meetings.slug as meeting_slug',
  'organizations.name as organization',
  'organizations.slug as organization_slug',
] as const

export type VoteItemRow = Awaited<ReturnType<typeof listVotes>>[number]

/** Newest meeting first, people by name; one statement. */
export async function listVotes(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
  { after, limit }: Range,
) {
  const rows = await pageOfVotes(db, toVoteValues(municipalityId, filters, after), { limit })
  return rows.sort(inOrder)
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

/** The order of the page, which the joins need not keep. */
function inOrder(one: PageRow, other: PageRow): number {
  const bytes = ({ name_folded: name }: PageRow) => Buffer.from(name)
  return (
    Number(one.date < other.date) - Number(one.date > other.date) ||
    other.motion_id - one.motion_id ||
    Buffer.compare(bytes(one), bytes(other)) ||
    one.id - other.id
  )
}

type PageRow = Awaited<ReturnType<typeof pageOfVotes>>[number]

function spellingOf(value: string): string {
  return voteValues.find((spelling) => foldCase(spelling) === foldCase(value)) ?? value
}

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

// The page is cut before the joins, with which PostgreSQL could read and sort every vote.
const pageOfVotes = cachedQuery((db, values: VoteValues, { limit }: { limit: number }) =>
  db
    .selectFrom(selectPage(db, values, limit).as('page'))
    .innerJoin('motions', 'motions.id', 'page.motion_id')
    .leftJoin('people', (join) =>
      join.onRef('people.id', '=', 'page.person_id').on('people.removed_at', 'is', null),
    )
    .leftJoin('meetings', (join) =>
      join.onRef('meetings.id', '=', 'page.meeting_id').on('meetings.removed_at', 'is', null),
    )
    .leftJoin('organizations', (join) =>
      join
        .onRef('organizations.id', '=', 'page.decided_by_id')
        .on('organizations.removed_at', 'is', null),
    )
    .leftJoin('matters', (join) =>
      join.onRef('matters.id', '=', 'page.matter_id').on('matters.removed_at', 'is', null),
    )
    .leftJoin('agenda_items', (join) =>
      join
        .onRef('agenda_items.id', '=', 'motions.agenda_item_id')
        .on('agenda_items.removed_at', 'is', null)
        .on(isOfMeeting()),
    )
    .select(voteColumns.map((column) => `page.${column}` as const))
    .select(motionColumns)
    .select(linkedColumns),
)

function selectPage(db: ReadDatabase, values: VoteValues, limit: number) {
  const { person, motion, meeting } = values
  let query = after(matchingVotes(db, values), values).select(voteColumns).select(linkColumns)
  // All votes of a motion, and of a meeting, have one date.
  if (motion === undefined) {
    if (meeting === undefined) query = query.orderBy('votes.date', 'desc')
    query = query.orderBy('votes.motion_id', 'desc')
  }
  // The index that leads to a person has no names.
  const isOfOnePerson = motion === undefined && meeting === undefined && person !== undefined
  if (!isOfOnePerson) query = query.orderBy('votes.name_folded')
  return query.orderBy('votes.id').limit(({ lit }) => lit(limit))
}

/** The votes of all pages. */
export function matchingVotes(db: ReadDatabase, values: VoteValues) {
  return filtered(fromVotes(db), values)
}

/** A subquery per vote, because of a join PostgreSQL could sort all votes. */
function fromVotes(db: ReadDatabase) {
  return db
    .selectFrom('votes')
    .where(
      ({ selectFrom }) =>
        selectFrom('motions')
          .select('motions.id')
          .whereRef('motions.id', '=', 'votes.motion_id')
          .where('motions.removed_at', 'is', null),
      'is not',
      null,
    )
}

type VotesQuery = ReturnType<typeof fromVotes>

const named = {
  person: { column: 'votes.person_id', table: 'people' },
  motion: { column: 'votes.motion_id', table: 'motions' },
  meeting: { column: 'votes.meeting_id', table: 'meetings' },
  organization: { column: 'votes.decided_by_id', table: 'organizations' },
  matter: { column: 'votes.matter_id', table: 'matters' },
} as const

const compared = {
  value: 'votes.value',
  result: 'votes.result_folded',
  contested: 'votes.contested',
  dissent: 'votes.dissent',
} as const

function filtered(votes: VotesQuery, values: VoteValues): VotesQuery {
  const { municipalityId, dateFrom, dateAfter, dateTo } = values
  const records = keysOf(named).filter((name) => values[name] !== undefined)
  // A record implies the municipality; repeating it makes SQLite scan all votes of the municipality.
  let query =
    records.length === 0 ? votes.where('votes.municipality_id', '=', municipalityId) : votes
  for (const name of records) {
    const { column, table } = named[name]
    query = query.where(column, '=', idOfSlug(table, municipalityId, values[name] ?? ''))
  }
  for (const name of keysOf(compared))
    if (values[name] !== undefined) query = query.where(compared[name], '=', values[name] as never)
  const { fn, ref, val } = expressionBuilder<Tables, 'votes'>()
  // The indexes of motions and meetings have no dates; SQLite would prefer one that has, and sort.
  const isDated = values.motion === undefined && values.meeting === undefined
  const date = isDated ? ref('votes.date') : fn.coalesce(ref('votes.date'), val(''))
  if (dateFrom !== undefined) query = query.where(date, '>=', dateFrom)
  if (dateAfter !== undefined) query = query.where(date, '>', dateAfter)
  if (dateTo !== undefined) query = query.where(date, '<=', dateTo)
  return query
}

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[]

/** The votes after the last one of the previous page. An index leads to its motion, whose earlier votes are skipped. */
function after(votes: VotesQuery, values: VoteValues): VotesQuery {
  const { motion, meeting, afterDate, afterMotion, afterName, afterId } = values
  if (
    afterDate === undefined ||
    afterMotion === undefined ||
    afterName === undefined ||
    afterId === undefined
  )
    return votes
  return votes.where(({ eb, and, not, refTuple, tuple }) => {
    const name = refTuple('votes.name_folded', 'votes.id')
    if (motion !== undefined) return eb(name, '>', tuple(afterName, afterId))
    const isEarlier = and([
      eb('votes.motion_id', '=', afterMotion),
      eb(name, '<=', tuple(afterName, afterId)),
    ])
    const isOlder =
      meeting === undefined
        ? eb(refTuple('votes.date', 'votes.motion_id'), '<=', tuple(afterDate, afterMotion))
        : eb('votes.motion_id', '<=', afterMotion)
    return and([isOlder, not(isEarlier)])
  })
}
