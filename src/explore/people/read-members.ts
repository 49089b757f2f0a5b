import type { MunicipalityToday } from '../../resources/_shared/queries.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { listCouncilSeats } from '../../store/council-seats.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { findTotals, noTotals, type Totals } from '../parts/totals.ts'
import { councilsOf, type Voter, votersIn } from '../queries.ts'

/** More than any council has. */
const membersMax = 500

export type Member = PersonItem & { totals: Totals }
export type CountedVoter = Voter & { totals: Totals }

/**
 * Who sits on the council today, who did before, who is listed there without a vote, and who is known from votes in it alone.
 */
export async function readCouncil(db: ReadDatabase, scope: MunicipalityToday) {
  const rows = await listPeople(db, scope, { is_councillor: true }, { limit: membersMax })
  const seated = await listCouncilSeats(db, scope)
  const voters = await councilVoters(db, { municipalityId: scope.municipalityId })
  const current = new Set(rows.map(({ id }) => id))
  return {
    ...{ rows, voters },
    former: seated.filter(({ id, isVoteless }) => !current.has(id) && !isVoteless),
    voteless: seated.filter(({ isVoteless }) => isVoteless),
  }
}

const councilVoters = cachedQuery((db, { municipalityId }: { municipalityId: number }) =>
  votersIn(db, councilsOf(municipalityId)),
)

/** The members of today with their totals; of a council without any on record, those who voted in its latest year. */
export async function readMembers(db: ReadDatabase, scope: MunicipalityToday) {
  const { rows, former, voteless, voters } = await readCouncil(db, scope)
  const items = rows.map(toPersonItem)
  const latest = items.length > 0 ? [] : latestVoters(voters)
  const ids = [...items, ...latest].map(({ id }) => id)
  const totals = await findTotals(db, scope.municipalityId, ids)
  const withTotals = <P extends { id: number }>(person: P) => ({
    ...person,
    totals: totals.get(person.id) ?? noTotals,
  })
  return {
    rows,
    former,
    members: items.map(withTotals),
    voteless,
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
