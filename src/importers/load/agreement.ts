import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../../core/group-by.ts'
import type { AgreementsTable } from '../../store/record-tables.ts'
import { type Ballot, readBallots } from './roll-calls.ts'
import type { LoadScope } from './scope.ts'

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

interface AgreementOptions {
  /** The years with changed votes; all by default. */
  years?: ReadonlySet<number> | undefined
  limits?: typeof agreementLimits
}

/** Sets how often each two people voted alike in each year; writes only years that changed. */
export async function deriveAgreement(
  scope: AgreementScope,
  { years, limits = agreementLimits }: AgreementOptions = {},
): Promise<void> {
  const names = await namesOfVoters(scope)
  const stored = await rowsPerYear(scope)
  // A year without rows may be one that did not fit.
  const isRead = (year: number) => years?.has(year) !== false || !stored.has(year)
  const ballots = await readBallots(scope, names, isRead)
  const counted = ballots.filter((ballot) => isCounted(ballot, limits, scope))
  const ballotsOf = groupBy(counted, ({ year }) => year)
  const read = new Set([...counted.map(({ year }) => year), ...[...stored.keys()].filter(isRead)])
  let left = limits.rows
  for (const [year, rows] of stored) if (!isRead(year)) left -= rows
  let uncounted = 0
  for (const year of [...read].sort((a, b) => b - a)) {
    const pairs = countPairs(ballotsOf(year), left)
    if (pairs === undefined) uncounted += ballotsOf(year).length
    // Years before it might fit, but counts with a gap would mislead.
    left = pairs === undefined ? 0 : left - pairs.length
    await writeYear(scope, { year, pairs: pairs ?? [], names })
  }
  if (uncounted === 0) return
  // The newest years are counted, also where only older ones have changed.
  if (years !== undefined) await deriveAgreement(scope, { limits })
  else warnOfUncounted(scope, uncounted)
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

async function rowsPerYear({ db, target }: AgreementScope): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('agreements')
    .select(({ fn }) => ['year', fn.countAll<number>().as('count')])
    .where('municipality_id', '=', target.id)
    .groupBy('year')
    .execute()
  return new Map(rows.map(({ year, count }) => [year, Number(count)]))
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
