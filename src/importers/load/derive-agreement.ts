import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../../core/group-by.ts'
import {
  type AgreementDaysTable,
  type AgreementsTable,
  agreementCounts,
} from '../../store/vote-tables.ts'
import { type Ballot, readBallots } from './ballots.ts'
import type { LoadScope } from './scope.ts'

type AgreementScope = Pick<LoadScope, 'db' | 'dialect' | 'target' | 'warn'>
type Day = AgreementDaysTable

const inAll = 0

/** Pairs grow with the square of the people. Four years of New York have 51 voters, 13,100 totals and 239,389 days. */
const agreementLimits = {
  /** Voters of a motion; no council has as many. */
  voters: 250,
  /** Rows of `agreements`. */
  totals: 250_000,
  /** Rows of `agreement_days`. */
  days: 10_000_000,
}

/** Sets how often each two people voted alike; writes only days that changed. */
export async function deriveAgreement(
  scope: AgreementScope,
  limits = agreementLimits,
): Promise<void> {
  const names = await namesOfVoters(scope)
  const ballots = await readBallots(scope, names)
  const ballotsOf = groupByPerson(ballots.filter((ballot) => isCounted(ballot, limits, scope)))
  const totals: AgreementsTable[] = []
  const uncounted: number[] = []
  let daysCount = 0
  for (const person of await peopleWithVotes(scope, ballotsOf)) {
    const isFull = totals.length >= limits.totals || daysCount >= limits.days
    if (isFull) uncounted.push(person)
    const pairs = isFull ? [] : countPairs(person, ballotsOf.get(person) ?? [])
    await writeDays(scope, person, pairs)
    for (const days of pairs) {
      daysCount += days.length
      totals.push(...totalsOf(scope, days.at(-1), names))
    }
  }
  if (uncounted.length > 0) warnOfUncounted(scope, uncounted.length)
  await writeTotals(scope, totals)
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

function warnOfUncounted({ warn }: AgreementScope, people: number): void {
  const reason = `is not counted for ${people} people, because too many pairs voted together`
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

function groupByPerson(ballots: readonly Ballot[]): Map<number, Ballot[]> {
  const groups = new Map<number, Ballot[]>()
  for (const ballot of ballots)
    for (const side of ballot.sides) {
      const group = groups.get(Math.abs(side))
      if (group === undefined) groups.set(Math.abs(side), [ballot])
      else group.push(ballot)
    }
  return groups
}

/** Everybody who voted, and everybody of whom an earlier import counted votes. */
async function peopleWithVotes(
  { db, target }: AgreementScope,
  ballots: ReadonlyMap<number, unknown>,
): Promise<number[]> {
  const counted = await db
    .selectFrom('agreements')
    .select('person_id')
    .distinct()
    .where('municipality_id', '=', target.id)
    .execute()
  const ids = new Set([...ballots.keys(), ...counted.map(({ person_id }) => person_id)])
  return [...ids].sort((one, other) => one - other)
}

/** The days of a person with each other of a higher id, per organization and in all. */
function countPairs(person: number, ballots: readonly Ballot[]): Day[][] {
  const organizations = new Map<number, Map<number, Day[]>>()
  for (const ballot of ballots)
    for (const organization of new Set([inAll, ballot.organization])) {
      const pairs = organizations.get(organization) ?? new Map<number, Day[]>()
      organizations.set(organization, pairs)
      countBallot(pairs, ballot, { person, organization })
    }
  return [...organizations.values()].flatMap((pairs) => [...pairs.values()])
}

function countBallot(
  pairs: Map<number, Day[]>,
  { sides, date, isContested }: Ballot,
  { person, organization }: { person: number; organization: number },
): void {
  const isFor = sides.includes(person)
  for (const side of sides) {
    const other = Math.abs(side)
    if (other <= person) continue
    const days = pairs.get(other) ?? []
    pairs.set(other, days)
    let day = days.at(-1)
    if (day?.date !== date) {
      const pair = { person_id: person, other_id: other, organization_id: organization, date }
      day = { ...noCounts, ...day, ...pair }
      days.push(day)
    }
    const [same, contested] = [Number(side > 0 === isFor), Number(isContested)]
    day.motions += 1
    day.same += same
    day.contested_motions += contested
    day.contested_same += same * contested
  }
}

const noCounts = { motions: 0, same: 0, contested_motions: 0, contested_same: 0 }

function keyOf({ other_id, organization_id }: Day): string {
  return `${other_id} ${organization_id}`
}

async function writeDays(
  { db, dialect }: AgreementScope,
  person: number,
  pairs: readonly Day[][],
): Promise<void> {
  const stored = await db
    .selectFrom('agreement_days')
    .select(['person_id', 'other_id', 'organization_id', 'date', ...agreementCounts])
    .where('person_id', '=', person)
    .orderBy('date')
    .execute()
  const formerOf = groupBy(stored, keyOf)
  const counted = new Set(pairs.map(([day]) => day && keyOf(day)))
  const gone = stored.filter((day) => !counted.has(keyOf(day)))
  for (const day of new Map(gone.toReversed().map((day) => [keyOf(day), day])).values())
    await deleteDays(db, day)
  const added: Day[] = []
  for (const days of pairs) {
    const former = formerOf(keyOf(days[0] as Day))
    const start = firstDifference(former, days)
    await deleteDays(db, former[start])
    added.push(...days.slice(start))
  }
  await dialect.insertAll(db, 'agreement_days', added as unknown as Record<string, unknown>[])
}

function firstDifference(former: readonly Day[], days: readonly Day[]): number {
  const isOther = (day: Day, index: number) => {
    const at = days[index]
    return at?.date !== day.date || agreementCounts.some((name) => at[name] !== day[name])
  }
  const index = former.findIndex(isOther)
  return index === -1 ? former.length : index
}

/** Deletes this and the following days of the pair. */
async function deleteDays(db: AgreementScope['db'], first: Day | undefined): Promise<void> {
  if (first === undefined) return
  await db
    .deleteFrom('agreement_days')
    .where('person_id', '=', first.person_id)
    .where('other_id', '=', first.other_id)
    .where('organization_id', '=', first.organization_id)
    .where('date', '>=', first.date)
    .execute()
}

/** The last day has the counts of all days. */
function totalsOf({ target }: AgreementScope, last: Day | undefined, names: Names) {
  if (last === undefined) return []
  const { date: _, person_id, other_id, ...counts } = last
  return [
    [person_id, other_id],
    [other_id, person_id],
  ].map(([person = 0, other = 0]) => ({
    ...counts,
    person_id: person,
    other_id: other,
    municipality_id: target.id,
    name_folded: names.get(person) ?? '',
    other_name_folded: names.get(other) ?? '',
  }))
}

async function writeTotals({ db, dialect, target }: AgreementScope, totals: AgreementsTable[]) {
  const stored = await db
    .selectFrom('agreements')
    .selectAll()
    .where('municipality_id', '=', target.id)
    .execute()
  const keyed = (rows: readonly AgreementsTable[]) =>
    new Map(rows.map((row) => [`${row.person_id} ${row.other_id} ${row.organization_id}`, row]))
  if (isDeepStrictEqual(keyed(stored), keyed(totals))) return
  await db.deleteFrom('agreements').where('municipality_id', '=', target.id).execute()
  await dialect.insertAll(db, 'agreements', totals as unknown as Record<string, unknown>[])
}
