import { isDeepStrictEqual } from 'node:util'
import type { ExpressionBuilder } from 'kysely'
import { type FacetList, facetFields } from '../../core/facet-fields.ts'
import { groupBy } from '../../core/group-by.ts'
import { operativeClauseOf } from '../../core/operative-clause.ts'
import { countNotes } from '../../store/notes.ts'
import type { AgreementsTable } from '../../store/record-tables.ts'
import { type PersonCount, personCounts, votersMax } from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'
import { type Ballot, readBallots } from './roll-calls.ts'
import { type IdRange, idBatches, idRange } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

type CountScope = Pick<LoadScope, 'db' | 'target'>

/** Sets how much the record contains, and the languages of its documents. */
export async function deriveCounts(scope: CountScope): Promise<void> {
  await countRecords(scope)
  await listLanguages(scope)
}

async function countRecords({ db, target }: CountScope): Promise<void> {
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

async function listLanguages({ db, target }: CountScope): Promise<void> {
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

const noCounts = Object.fromEntries(personCounts.map((name) => [name, 0])) as Counts
const ofVotes: Readonly<Record<string, PersonCount>> = {
  For: 'votes_for',
  Against: 'votes_against',
  Abstain: 'abstentions',
}

/** Sets the totals of each person's votes, meetings and speaking time; writes only changed rows. */
export async function derivePersonCounts(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect } = scope
  for await (const ids of idBatches(scope, 'people')) {
    const people = await db
      .selectFrom('people')
      .select(['id', ...personCounts])
      .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
      .orderBy('id')
      .execute()
    const sums = await countsOfPeople(scope, idRange(people))
    const moved = people
      .map((person) => ({ person, counts: sums.get(person.id) ?? noCounts }))
      .filter(({ person, counts }) => personCounts.some((name) => person[name] !== counts[name]))
      .map(({ person: { id }, counts }) => ({ id, ...counts }))
    for (const { id } of moved) dirty.person.add(id)
    await dialect.updateAll(db, 'people', moved)
  }
}

async function countsOfPeople(scope: LoadScope, people: IdRange): Promise<Map<number, Counts>> {
  const sums = new Map<number, Counts>()
  const set = (person: number | null, counts: Partial<Counts>) => {
    if (person !== null) sums.set(person, { ...noCounts, ...sums.get(person), ...counts })
  }
  for (const { person_id, value, count } of await countVotes(scope, people)) {
    const name = ofVotes[value]
    if (name !== undefined) set(person_id, { [name]: count })
  }
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
    .select(({ fn }) => ['votes.person_id', 'votes.value', fn.countAll<number>().as('count')])
    .where('motions.municipality_id', '=', target.id)
    .where('votes.person_id', '>=', first)
    .where('votes.person_id', '<=', last)
    .groupBy(['votes.person_id', 'votes.value'])
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

type FacetScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

/** Of a field with more values, only the most frequent are listed. */
const valuesMax = 200

const fields = Object.entries(facetFields).flatMap(([list, columns]) =>
  Object.entries(columns).map(([name, folded]) => ({ list: list as FacetList, name, folded })),
)

/** Sets the values of filtered fields, and how often they occur. */
export async function deriveFacets(scope: FacetScope): Promise<void> {
  const { db, dialect, target } = scope
  await db.deleteFrom('facets').where('municipality_id', '=', target.id).execute()
  for (const field of fields) {
    const { list, name } = field
    const counted = await countValues(scope, field)
    const facet = { municipality_id: target.id, list, name, title: null }
    const rows = counted.map(({ value, count }) => ({ ...facet, value: String(value), count }))
    await dialect.insertAll(db, 'facets', rows)
  }
  await dialect.insertAll(db, 'facets', await countTexts(scope))
  await dialect.insertAll(db, 'facets', await countNoted(scope))
  await dialect.insertAll(db, 'facets', await countVoters(scope))
  const facet = { municipality_id: target.id, list: 'meetings', name: 'organization' }
  const rows = (await countMeetings(scope)).map((row) => ({ ...facet, ...row }))
  await dialect.insertAll(db, 'facets', rows)
}

/** The values of a field; spellings that differ in case count as the first of them. */
function countValues({ db, target }: FacetScope, { list, name, folded }: (typeof fields)[number]) {
  const { ref } = db.dynamic
  return (
    db
      // The columns of one table stand for all.
      .selectFrom(list as 'bylaws')
      .select(({ fn }) => [
        fn.min<string>(ref<'status'>(name)).as('value'),
        fn.countAll<number>().as('count'),
      ])
      .where('municipality_id', '=', target.id)
      .where(ref(folded), 'is not', null)
      // The stored value of an unknown year.
      .$if(name === 'year', (query) => query.where('year', '!=', 0))
      .groupBy(ref(folded))
      .orderBy('count', 'desc')
      .orderBy('value')
      .limit(valuesMax)
      .execute()
  )
}

/** How many motions have their text up to what was decided, which only reading it shows. */
async function countTexts(scope: FacetScope) {
  const { db, dialect, target } = scope
  const counts = new Map<string, number>()
  for await (const ids of idBatches(scope, 'motions')) {
    const motions = await db
      .selectFrom('motions')
      .select('text')
      .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
      .orderBy('id')
      .execute()
    for (const { text } of motions) {
      const value = String(operativeClauseOf(text).isComplete)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const facet = { municipality_id: target.id, list: 'motions', name: 'text_complete', title: null }
  return [...counts].map(([value, count]) => ({ ...facet, value, count }))
}

/** How many records of each kind something is noted of. */
async function countNoted({ db, target }: FacetScope) {
  const facet = { municipality_id: target.id, list: 'notes', name: 'kind', title: null }
  const counts = Object.entries(await countNotes(db, target.id))
  return counts
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ ...facet, value, count }))
}

/** The votes of each person, by slug or as written; of more than a grid has, one more, by which that is known. */
async function countVoters({ db, target }: FacetScope) {
  const facet = { municipality_id: target.id, list: 'votes', name: 'person', title: null }
  const rows = await db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(({ fn }) => [
      fn.coalesce('people.slug', 'votes.person_name').as('value'),
      fn.countAll<number>().as('count'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .groupBy(({ fn }) => fn.coalesce('people.slug', 'votes.person_name'))
    .limit(votersMax + 1)
    .execute()
  return rows.map((row) => ({ ...facet, ...row }))
}

function countMeetings({ db, target }: FacetScope) {
  return db
    .selectFrom('meetings')
    .innerJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(({ fn }) => [
      'organizations.slug as value',
      'organizations.name as title',
      fn.countAll<number>().as('count'),
    ])
    .where('meetings.municipality_id', '=', target.id)
    .groupBy('organizations.id')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(valuesMax)
    .execute()
}

type AgreementScope = Pick<LoadScope, 'db' | 'dialect' | 'target' | 'warn'>
type Pair = Omit<AgreementsTable, 'municipality_id' | 'year' | 'name_folded' | 'other_name_folded'>

const inAll = 0

/** Pairs grow with the square of the people. Four years of New York have 51 voters and 36,468 rows. */
const agreementLimits = {
  /** Voters of a motion; no council has as many. */
  voters: 250,
  /** Rows of `agreements`. */
  rows: 1_000_000,
}

/** Sets how often each two people voted alike in each year; writes only years that changed. */
export async function deriveAgreement(
  scope: AgreementScope,
  limits = agreementLimits,
): Promise<void> {
  const names = await namesOfVoters(scope)
  const ballots = await readBallots(scope, names)
  const counted = ballots.filter((ballot) => isCounted(ballot, limits, scope))
  const ballotsOf = groupBy(counted, ({ year }) => year)
  let left = limits.rows
  let uncounted = 0
  for (const year of await yearsOf(scope, counted)) {
    const pairs = countPairs(ballotsOf(year), left)
    if (pairs === undefined) uncounted += ballotsOf(year).length
    // Years before it might fit, but counts with a gap would mislead.
    left = pairs === undefined ? 0 : left - pairs.length
    await writeYear(scope, { year, pairs: pairs ?? [], names })
  }
  if (uncounted > 0) warnOfUncounted(scope, uncounted)
}

function isCounted(
  { motion, sides }: Ballot,
  { voters }: typeof agreementLimits,
  { warn }: AgreementScope,
): boolean {
  if (sides.length <= voters) return true
  const reason = `has votes of ${sides.length} people; with more than ${voters}, it does not count for agreement`
  warn({ location: 'agreement', subject: `motion ${motion}`, reason })
  return false
}

function warnOfUncounted({ warn }: AgreementScope, motions: number): void {
  const reason = `does not count the ${motions} oldest motions with votes, because too many pairs voted together`
  warn({ location: 'this source', subject: 'agreement', reason })
}

type Names = ReadonlyMap<number, string>

async function namesOfVoters({ db, target }: AgreementScope): Promise<Names> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'name_folded'])
    .where('municipality_id', '=', target.id)
    .where(({ or, eb }) => or([eb('votes_for', '>', 0), eb('votes_against', '>', 0)]))
    .execute()
  return new Map(people.map(({ id, name_folded }) => [id, name_folded]))
}

/** Newest first: of the ballots, and those that an earlier import counted. */
async function yearsOf(
  { db, target }: AgreementScope,
  ballots: readonly Ballot[],
): Promise<number[]> {
  const stored = await db
    .selectFrom('agreements')
    .select('year')
    .distinct()
    .where('municipality_id', '=', target.id)
    .execute()
  return [...new Set([...ballots, ...stored].map(({ year }) => year))].sort((a, b) => b - a)
}

/** Both orders of each two people, per organization and in all; undefined if there are more than `max`. */
function countPairs(ballots: readonly Ballot[], max: number): Pair[] | undefined {
  const pairsOf = new Map<string, Map<number, Pair>>()
  let count = 0
  for (const ballot of ballots) {
    for (const organization of new Set([inAll, ballot.organization]))
      for (const side of ballot.sides) {
        const key = `${organization} ${Math.abs(side)}`
        const pairs = pairsOf.get(key) ?? new Map<number, Pair>()
        pairsOf.set(key, pairs)
        count -= pairs.size
        countSide(pairs, ballot, { side, organization })
        count += pairs.size
      }
    if (count > max) return undefined
  }
  return [...pairsOf.values()].flatMap((pairs) => [...pairs.values()])
}

/** Counts a vote of a person with the vote of each other. */
function countSide(
  pairs: Map<number, Pair>,
  { sides, isContested }: Ballot,
  { side, organization }: { side: number; organization: number },
): void {
  for (const otherSide of sides) {
    if (otherSide === side) continue
    const [person, other] = [Math.abs(side), Math.abs(otherSide)]
    const ids = { person_id: person, other_id: other, organization_id: organization }
    const pair = pairs.get(other) ?? { ...ids, ...noMotions }
    pairs.set(other, pair)
    const [same, contested] = [Number(side > 0 === otherSide > 0), Number(isContested)]
    pair.motions += 1
    pair.same += same
    pair.contested_motions += contested
    pair.contested_same += same * contested
  }
}

const noMotions = { motions: 0, same: 0, contested_motions: 0, contested_same: 0 }

async function writeYear(
  { db, dialect, target }: AgreementScope,
  { year, pairs, names }: { year: number; pairs: readonly Pair[]; names: Names },
): Promise<void> {
  const rows = pairs.map((pair) => ({
    ...pair,
    year,
    municipality_id: target.id,
    name_folded: names.get(pair.person_id) ?? '',
    other_name_folded: names.get(pair.other_id) ?? '',
  }))
  const stored = await db
    .selectFrom('agreements')
    .selectAll()
    .where('municipality_id', '=', target.id)
    .where('year', '=', year)
    .execute()
  // Rows of SQLite have no prototype, which is a difference too.
  const keyed = (some: readonly AgreementsTable[]) =>
    new Map(
      some.map((row) => [`${row.person_id} ${row.other_id} ${row.organization_id}`, { ...row }]),
    )
  if (isDeepStrictEqual(keyed(stored), keyed(rows))) return
  await db
    .deleteFrom('agreements')
    .where('municipality_id', '=', target.id)
    .where('year', '=', year)
    .execute()
  await dialect.insertAll(db, 'agreements', rows)
}
