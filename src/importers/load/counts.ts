import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { castVotes } from '../../core/cast-votes.ts'
import { groupBy } from '../../core/group-by.ts'
import {
  type MonthOfVotes,
  monthsMax,
  type PersonCount,
  pageCounts,
  personCounts,
} from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'
import { type IdRange, idBatches, idRange } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

type CountScope = Pick<LoadScope, 'db' | 'target'>

/** Sets how much the record contains. */
export async function countRecords({ db, target }: CountScope): Promise<void> {
  const of = (table: 'meetings' | 'motions' | 'matters' | 'bylaws' | 'people') =>
    db
      // The columns read here are the same in all tables.
      .selectFrom(table as 'meetings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('municipality_id', '=', target.id)
  const meetings = db.selectFrom('meetings').where('municipality_id', '=', target.id)
  const namedMotions = db
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', target.id)
    .where('has_votes', '=', 1)
  await db
    .updateTable('municipalities')
    .set({
      meeting_count: of('meetings'),
      motion_count: of('motions'),
      matter_count: of('matters'),
      bylaw_count: of('bylaws'),
      document_count: db
        .selectFrom('documents')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('municipality_id', '=', target.id)
        .where('slug', 'is not', null),
      person_count: of('people'),
      vote_count: db
        .selectFrom('motions')
        .innerJoin('votes', 'votes.motion_id', 'motions.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('motions.municipality_id', '=', target.id),
      recorded_vote_count: namedMotions.where(hasFullVote),
      partial_vote_count: namedMotions
        .where((eb) => eb.not(hasFullVote(eb)))
        .where((eb) => eb(votesOf(eb).where('votes.value', 'in', ['For', 'Against']), '>', 0)),
      first_meeting: meetings.select(({ fn }) => fn.min('date').as('date')),
      last_meeting: meetings.select(({ fn }) => fn.max('date').as('date')),
    })
    .where('id', '=', target.id)
    .execute()
}

type MotionExpressions = ExpressionBuilder<Tables, 'motions'>

const votesOf = ({ selectFrom }: Pick<MotionExpressions, 'selectFrom'>) =>
  selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('votes.motion_id', '=', 'motions.id')

/** Whether the votes of all are on record by name: those of a ballot, or as many on each side as were counted, without second and weighted votes. */
function hasFullVote(eb: MotionExpressions) {
  const isNamed = (tally: 'tally_for' | 'tally_against', value: string) =>
    eb.and([
      eb(tally, 'is not', null),
      eb(
        eb(tally, '-', eb.fn.coalesce('extra_votes', eb.ref(tally))),
        '<=',
        votesOf(eb).where('votes.value', '=', value),
      ),
    ])
  return eb.or([
    eb(votesOf(eb).where('votes.candidate', 'is not', null), '>', 0),
    eb.and([
      eb(eb('tally_for', '+', eb.ref('tally_against')), '>', 0),
      isNamed('tally_for', 'For'),
      isNamed('tally_against', 'Against'),
      eb(votesOf(eb).where('votes.value', 'in', ['For', 'Against']), '>', 0),
    ]),
  ])
}

/** Sets the languages of the documents. */
export async function listLanguages({ db, target }: CountScope): Promise<void> {
  const of = <T extends 'meetings' | 'matters' | 'bylaws' | 'agenda_items'>(
    table: T,
    owner: string,
  ) =>
    db
      .selectFrom(`${table} as owners` as 'meetings as owners')
      .innerJoin('documents', `documents.${owner}` as 'documents.meeting_id', 'owners.id')
      .select('documents.language')
      .where('owners.municipality_id', '=', target.id)
      .where('documents.language', 'is not', null)
  const rows = await of('meetings', 'meeting_id')
    .union(of('matters', 'matter_id'))
    .union(of('bylaws', 'bylaw_id'))
    .union(of('agenda_items', 'agenda_item_id'))
    .orderBy('language')
    .execute()
  await db
    .updateTable('municipalities')
    .set({ languages: JSON.stringify(rows.map(({ language }) => language)) })
    .where('id', '=', target.id)
    .execute()
}

// The maximum of an integer column: 68 years of speaking.
const secondsMax = 2 ** 31 - 1

type Counts = Record<PersonCount, number>

const allCounts = [...personCounts, ...pageCounts]
const noCounts = Object.fromEntries(allCounts.map((name) => [name, 0])) as Counts

/** Sets the totals of each person's votes, motions, meetings and speaking time; writes only changed rows. */
export async function derivePersonCounts(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect } = scope
  for await (const ids of idBatches(scope, 'people')) {
    const people = await db
      .selectFrom('people')
      .select(['id', 'votes_by_month', ...allCounts])
      .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
      .orderBy('id')
      .execute()
    const sums = await countsOfPeople(scope, idRange(people))
    const monthsOf = groupBy(await countByMonth(scope, idRange(people)), ({ id }) => id)
    const changed = people
      .map((person) => ({
        person,
        counts: sums.get(person.id) ?? noCounts,
        months: JSON.stringify(monthsOf(person.id).slice(0, monthsMax).map(toMonth)),
      }))
      .filter(
        ({ person, counts, months }) =>
          differ(person, counts, allCounts) || person.votes_by_month !== months,
      )
    for (const { person, counts } of changed)
      if (differ(person, counts, personCounts)) dirty.person.add(person.id)
    const moved = changed.map(({ person: { id }, counts, months }) => ({
      id,
      ...counts,
      votes_by_month: months,
    }))
    await dialect.updateAll(db, 'people', moved)
  }
}

const differ = (before: Counts, after: Counts, names: readonly PersonCount[]) =>
  names.some((name) => before[name] !== after[name])

async function countsOfPeople(scope: LoadScope, people: IdRange): Promise<Map<number, Counts>> {
  const sums = new Map<number, Counts>()
  const set = (person: number | null, counts: Partial<Counts>) => {
    if (person !== null) sums.set(person, { ...noCounts, ...sums.get(person), ...counts })
  }
  for (const { person_id, ...counts } of await countVotes(scope, people)) set(person_id, counts)
  for (const { mover_id, count } of await countMoved(scope, people))
    set(mover_id, { motions_moved: count })
  for (const { person_id, present, count } of await countAttendance(scope, people))
    set(person_id, present === 1 ? { meetings_present: count } : { meetings_absent: count })
  for (const { person_id, seconds, meetings } of await sumSpeakingTime(scope, people))
    set(person_id, {
      speaking_seconds: Math.min(seconds, secondsMax),
      speaking_meetings: meetings,
    })
  return sums
}

function countVotes({ db, target }: LoadScope, { first, last }: IdRange) {
  return db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .select('votes.person_id')
    .select((eb) => [
      countOf(eb, eb('value', '=', 'For')).as('votes_for'),
      countOf(eb, eb('value', '=', 'Against')).as('votes_against'),
      countOf(eb, eb('value', '=', 'Abstain')).as('abstentions'),
      countOf(eb, eb('value', 'not in', castVotes)).as('other_votes'),
      countOf(eb, eb('value', '=', 'Absent')).as('absences'),
      countOf(eb, eb('value', '=', 'Recused')).as('recusals'),
      countOf(eb, eb('dissent', 'is not', null)).as('votes_settled'),
      countOf(eb, eb('dissent', '=', 1)).as('votes_lost'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .where('votes.person_id', '>=', first)
    .where('votes.person_id', '<=', last)
    .groupBy('votes.person_id')
    .execute()
}

/** The votes for and against of each person, the latest month first. */
function countByMonth({ db, target }: LoadScope, { first, last }: IdRange) {
  return db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .select(({ fn, lit }) => fn<string>('substr', ['votes.date', lit(1), lit(7)]).as('month'))
    .select(({ fn, ref }) => [
      ref('votes.person_id').as('id'),
      fn.countAll<number>().as('votes'),
      fn.count<number>('votes.dissent').as('settled'),
      fn.sum<number | null>('votes.dissent').as('lost'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .where('votes.person_id', '>=', first)
    .where('votes.person_id', '<=', last)
    .where('votes.value', 'in', ['For', 'Against'])
    .where('votes.date', '>', '')
    .groupBy(['votes.person_id', 'month'])
    .orderBy('month', 'desc')
    .execute()
}

function toMonth({
  month,
  votes,
  settled,
  lost,
}: Awaited<ReturnType<typeof countByMonth>>[number]): MonthOfVotes {
  const losses = Number(lost ?? 0)
  return {
    month,
    won: Number(settled) - losses,
    lost: losses,
    open: Number(votes) - Number(settled),
  }
}

function countOf<T extends keyof Tables>(
  { fn, case: when, lit }: ExpressionBuilder<Tables, T>,
  condition: Expression<SqlBool>,
) {
  return fn.count<number>(when().when(condition).then(lit(1)).end())
}

function countMoved({ db, target }: LoadScope, { first, last }: IdRange) {
  return db
    .selectFrom('motions')
    .select(({ fn }) => ['mover_id', fn.countAll<number>().as('count')])
    .where('municipality_id', '=', target.id)
    .where('mover_id', '>=', first)
    .where('mover_id', '<=', last)
    .groupBy('mover_id')
    .execute()
}

function meetingsOf({ db, target }: LoadScope) {
  return db.selectFrom('meetings').where('meetings.municipality_id', '=', target.id)
}

function countAttendance(scope: LoadScope, { first, last }: IdRange) {
  return meetingsOf(scope)
    .innerJoin('attendance', 'attendance.meeting_id', 'meetings.id')
    .select(({ fn }) => ['attendance.person_id', 'present', fn.countAll<number>().as('count')])
    .where('attendance.person_id', '>=', first)
    .where('attendance.person_id', '<=', last)
    .groupBy(['attendance.person_id', 'present'])
    .execute()
}

function sumSpeakingTime(scope: LoadScope, { first, last }: IdRange) {
  return meetingsOf(scope)
    .innerJoin('speaking_time', 'speaking_time.meeting_id', 'meetings.id')
    .select(({ fn }) => [
      'speaking_time.person_id',
      fn.sum<number>('speaking_time.seconds').as('seconds'),
      fn.count<number>('speaking_time.meeting_id').distinct().as('meetings'),
    ])
    .where('speaking_time.person_id', '>=', first)
    .where('speaking_time.person_id', '<=', last)
    .groupBy('speaking_time.person_id')
    .execute()
}
