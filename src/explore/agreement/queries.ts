import { expressionBuilder } from 'kysely'
import { foldCase } from '../../core/fold.ts'
import { votelessSeats } from '../../core/voteless-seats.ts'
import { votesOnRecord } from '../../store/council-seats.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { existedOn, isOpenSeat } from '../../store/seats.ts'
import type { Tables } from '../../store/tables.ts'
import { bodyChoices } from '../queries.ts'

/** Inclusive. */
export interface Years {
  from: number | undefined
  to: number | undefined
}

/** More than any body has. */
const peopleMax = 500

/** The bodies in which two people voted on one motion, councils first, with the days of the first and the last vote; one statement. */
export async function listVotingBodies(db: ReadDatabase, municipalityId: number) {
  const bodies = bodyChoices(db, municipalityId)
    .select(['id', 'classification'])
    .select([voteDay('asc').as('first'), voteDay('desc').as('last')])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agreements')
          .select('agreements.person_id')
          .where('agreements.municipality_id', '=', municipalityId)
          .whereRef('agreements.organization_id', '=', 'organizations.id'),
      ),
    )
  const rows = await bodies.execute()
  const isOther = ({ classification }: (typeof rows)[number]) =>
    Number(classification !== 'council')
  return rows.toSorted((one, other) => isOther(one) - isOther(other))
}

export type VotingBody = Awaited<ReturnType<typeof listVotingBodies>>[number]

/** The first or the last day of a vote in a body; null if no vote has a date. */
function voteDay(direction: 'asc' | 'desc') {
  return expressionBuilder<Tables, 'organizations'>()
    .selectFrom('votes')
    .select('votes.date')
    .whereRef('votes.decided_by_id', '=', 'organizations.id')
    .where('votes.is_first', '=', 1)
    .where('votes.date', '>', '')
    .orderBy('votes.date', direction)
    .limit(({ lit }) => lit(1))
}

/** The body of a slug, in any case. */
export const bodyOfSlug = (bodies: readonly VotingBody[], slug: string) =>
  bodies.find((body) => foldCase(body.slug) === foldCase(slug))

type Body = Pick<VotingBody, 'id'> & { municipalityId: number }

/** The people with an open seat in a body, and those who voted there with others in some years, by name; one statement. */
export async function findPeople(
  db: ReadDatabase,
  body: Body,
  { today, years }: { today: string; years: Years },
) {
  const row = await db
    .selectNoFrom([
      jsonRows(db, sitting(db, body, today)).as('sitting'),
      jsonRows(db, voting(db, body, years)).as('voting'),
    ])
    .executeTakeFirstOrThrow()
  const seats = parseRows(row.sitting)
  const voteless = votelessSeats({ seats, rolls: seats[0]?.rolls ?? 0 }, (seat) => seat)
  return {
    sitting: seats.filter((seat) => !voteless.has(seat)),
    voting: parseRows(row.voting),
  }
}

function peopleOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('people')
    .select(['people.id', 'people.slug', 'people.name'])
    .where('people.municipality_id', '=', municipalityId)
    .orderBy('people.name_folded')
    .orderBy('people.id')
    .limit(({ lit }) => lit(peopleMax))
}

function sitting(db: ReadDatabase, { id, municipalityId }: Body, today: string) {
  const seats = expressionBuilder<Tables, 'people'>()
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.organization_id', '=', id)
    .where('memberships.person_id', 'is not', null)
    .where(isOpenSeat(today))
    .where(existedOn(today))
  const role = seats
    .select(({ fn }) => fn.min<string | null>('memberships.role').as('role'))
    .whereRef('memberships.person_id', '=', 'people.id')
  return peopleOf(db, municipalityId)
    .innerJoin('municipalities', 'municipalities.id', 'people.municipality_id')
    .select([role.as('role'), votesOnRecord().as('votes')])
    .select('municipalities.recorded_vote_count as rolls')
    .where(({ eb }) =>
      eb(
        'people.id',
        'in',
        seats.select(({ ref }) => ref('memberships.person_id').$notNull().as('id')),
      ),
    )
}

function voting(db: ReadDatabase, { id, municipalityId }: Body, { from, to }: Years) {
  const isDated = from !== undefined || to !== undefined
  return peopleOf(db, municipalityId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agreements')
          .select('agreements.person_id')
          .whereRef('agreements.person_id', '=', 'people.id')
          .where('agreements.organization_id', '=', id),
      ),
    )
    .$if(isDated, (query) => query.where(({ exists }) => exists(votesIn(id, { from, to }))))
}

/** Votes of a person for or against in some years; agreements have no index by year. */
function votesIn(bodyId: number, { from, to }: Years) {
  return expressionBuilder<Tables, 'people'>()
    .selectFrom('votes')
    .select('votes.id')
    .whereRef('votes.person_id', '=', 'people.id')
    .where('votes.decided_by_id', '=', bodyId)
    .where('votes.value', 'in', ['For', 'Against'])
    .$if(from !== undefined, (query) => query.where('votes.date', '>=', `${from}`))
    .$if(to !== undefined, (query) => query.where('votes.date', '<=', `${to}-12-31`))
}

export type Person = Awaited<ReturnType<typeof findPeople>>['voting'][number]

/** How often each two of some people voted alike in a body, each pair once, with the lower id first; one statement. */
export async function listPairs(
  db: ReadDatabase,
  { id }: Pick<Body, 'id'>,
  people: readonly Person[],
  { from, to }: Years,
) {
  const { arrayParam, inArray } = dialectOf(db)
  const ids = arrayParam(people.map((person) => person.id))
  return db
    .selectFrom('agreements')
    .select(['person_id', 'other_id'])
    .select(({ fn }) => [
      fn.sum<number>('motions').as('motions'),
      fn.sum<number>('same').as('same'),
      fn.sum<number>('contested_motions').as('contested_motions'),
      fn.sum<number>('contested_same').as('contested_same'),
    ])
    .where('organization_id', '=', id)
    .where(({ ref }) => inArray(ref('person_id'), ids))
    .where(({ ref }) => inArray(ref('other_id'), ids))
    .where(({ eb, ref }) => eb('person_id', '<', ref('other_id')))
    .$if(from !== undefined, (query) => query.where('year', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('year', '<=', to ?? 0))
    .groupBy(['person_id', 'other_id'])
    .execute()
}

export type PairRow = Awaited<ReturnType<typeof listPairs>>[number]
