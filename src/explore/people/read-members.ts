import { votelessSeats } from '../../core/voteless-seats.ts'
import type { MunicipalityToday } from '../../resources/_shared/queries.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { findTotals, noTotals, type Totals } from '../parts/totals.ts'
import { councilsOf, listSeated, type Voter, votersIn } from '../queries.ts'

/** More than any council has. */
const membersMax = 500

export type Member = PersonItem & { totals: Totals }
export type CountedVoter = Voter & { totals: Totals }

/** Who sits on the council today, who did before, and who is known from votes in it alone. */
export async function readCouncil(db: ReadDatabase, scope: MunicipalityToday) {
  const rows = await listPeople(db, scope, { is_councillor: true }, { limit: membersMax })
  const seated = await listSeated(db, scope)
  const voters = await votersIn(db, councilsOf(scope.municipalityId)).execute()
  const current = new Set(rows.map(({ id }) => id))
  return { rows, former: seated.filter(({ id }) => !current.has(id)), voters }
}

/** The members of today with their totals; of a council without any on record, those who voted in its latest year. */
export async function readMembers(db: ReadDatabase, scope: MunicipalityToday) {
  const { rows, former, voters } = await readCouncil(db, scope)
  const items = rows.map(toPersonItem)
  const latest = items.length > 0 ? [] : latestVoters(voters)
  const ids = [...items, ...latest].map(({ id }) => id)
  const totals = await findTotals(db, scope.municipalityId, ids)
  const withTotals = <P extends { id: number }>(person: P) => ({
    ...person,
    totals: totals.of.get(person.id) ?? noTotals,
  })
  const counted = items.map(withTotals)
  // Where no vote has the names of all, somebody never named may have voted.
  const voteless = votelessSeats(totals.hasRolls ? counted : [], ({ role, totals: own }) => ({
    ...{ role, votes: (own.votes ?? 0) + own.uncounted },
  }))
  return {
    rows,
    former,
    members: counted.filter((member) => !voteless.has(member)),
    voteless: [...voteless],
    latest: latest.map(withTotals),
    // Of a council with members on record, all of them are apart.
    voters: voters.filter(({ id }) => !latest.some((voter) => voter.id === id)),
  }
}

/** Those with a vote in the year of the latest one, each once. */
function latestVoters(voters: readonly Voter[]): Voter[] {
  const yearOf = ({ last }: Voter) => last?.slice(0, 4) ?? ''
  // They come with the latest votes first.
  const year = voters[0] === undefined ? '' : yearOf(voters[0])
  const byId = new Map(voters.toReversed().map((voter) => [voter.id, voter]))
  return voters.filter((voter) => yearOf(voter) === year && byId.get(voter.id) === voter)
}
