import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { groupBy } from '../core/group-by.ts'
import { votelessSeats } from '../core/voteless-seats.ts'
import { cachedQuery } from './cached-query.ts'
import type { ReadDatabase } from './open.ts'
import { seatOrder } from './record-order.ts'
import { existedOn, isOpenSeat } from './seats.ts'
import type { Tables } from './tables.ts'

/** More than any council has had. */
const seatsMax = 2000

type CouncilDay = { municipalityId: number; today: string }

/** The lines of somebody in recorded votes, absences and the like included. */
export function votesOnRecord() {
  const eb = expressionBuilder<Tables, 'people'>()
  const cast = eb(eb.ref('people.votes_for'), '+', eb.ref('people.votes_against'))
  return eb(cast, '+', eb(eb.ref('people.abstentions'), '+', eb.ref('people.other_votes')))
}

/** Who sits or sat on a council, by name, and who of them has no vote as far as the record says; one statement. */
export async function listCouncilSeats(db: ReadDatabase, day: CouncilDay) {
  const seats = await seatsOnCouncils(db, day)
  const voteless = votelessSeats({ seats, rolls: seats[0]?.rolls ?? 0 }, (seat) => ({
    ...{ role: seat.role, votes: seat.votes },
    isEarly: seat.end_date !== null && seat.begins !== null && seat.end_date < seat.begins,
  }))
  const seatsOf = groupBy(seats, ({ id }) => id)
  const people = new Map(seats.map(({ id, slug, name }) => [id, { id, slug, name }]))
  return [...people.values()].map((person) => ({
    ...person,
    sits: seatsOf(person.id).some(({ open }) => open === 1),
    isVoteless: seatsOf(person.id).every((seat) => voteless.has(seat)),
  }))
}

const seatsOnCouncils = cachedQuery((db, { municipalityId, today }: CouncilDay) =>
  db
    .selectFrom('organizations')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('municipalities', 'municipalities.id', 'organizations.municipality_id')
    .select(['people.id', 'people.slug', 'people.name', votesOnRecord().as('votes')])
    .select(['memberships.role', 'memberships.end_date', 'municipalities.first_meeting as begins'])
    .select('municipalities.recorded_vote_count as rolls')
    .select(({ eb, lit }) =>
      eb
        .case()
        .when(eb.and([isOpenSeat(today), existedOn(today)]))
        .then(lit(1))
        .else(lit(0))
        .end()
        .as('open'),
    )
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
    .where(hasBegun(today))
    .orderBy(seatOrder())
    .limit(({ lit }) => lit(seatsMax)),
)

function hasBegun(today: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'memberships'>()
  const start = 'memberships.start_date'
  return eb.or([eb(start, 'is', null), eb(start, '<=', today)])
}

/** Whether the holder of a seat on a council has a vote there, by the same rule; of a person and a membership. */
export function isVotingSeat(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'people' | 'memberships' | 'organizations'>()
  const roll = eb
    .selectFrom('municipalities')
    .select('recorded_vote_count')
    .whereRef('municipalities.id', '=', 'organizations.municipality_id')
  const voters = expressionBuilder<Tables, 'memberships'>()
    .selectFrom('memberships as other')
    .innerJoin('people', 'people.id', 'other.person_id')
    .select('other.id')
    .whereRef('other.organization_id', '=', 'memberships.organization_id')
    .where(votesOnRecord(), '>', 0)
  const ofRole = voters.where(({ eb, ref }) =>
    eb(ref('other.role'), 'is not distinct from', ref('memberships.role')),
  )
  return eb.or([
    eb(votesOnRecord(), '>', 0),
    eb(roll, '=', 0),
    eb.exists(ofRole),
    eb.not(eb.exists(voters)),
  ])
}
