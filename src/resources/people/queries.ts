import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import { foldText } from '../../core/fold.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { isVotingSeat } from '../../store/council-seats.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { type JsonRows, jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { personCounts } from '../../store/record-tables.ts'
import { existedOn, isOpenSeat } from '../../store/seats.ts'
import type { Tables } from '../../store/tables.ts'
import { contains } from '../../store/word-starts.ts'
import {
  allParts,
  byIdsQuery,
  cachedList,
  flag,
  fold,
  idOfSlug,
  importUrl,
  isSelected,
  type ListQuery,
  type MunicipalityToday,
  type OfOcdId,
  type OfSlug,
  type PartsMax,
  type Range,
  type RecordFilters,
  withheldWith,
} from '../_shared/queries.ts'

export interface PersonFilters extends RecordFilters {
  is_councillor?: boolean
  name?: string
  organization?: string
}

/** Open seats of a person on a council. */
function councilSeats(today: string) {
  return expressionBuilder<Tables, 'people'>()
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .whereRef('memberships.person_id', '=', 'people.id')
    .where(isOpenSeat(today))
    .where(existedOn(today))
    .where('organizations.classification', '=', 'council')
}

/**
 * 1 if the person has an open seat with a vote on the council on `today`, else 0. A subquery per person: for `exists`,
 * PostgreSQL may read the memberships of all municipalities.
 */
function sitsOnCouncil(eb: ExpressionBuilder<Tables, 'people'>, today: string) {
  const seat = councilSeats(today)
    .where(isVotingSeat())
    .select(eb.lit(1).as('sits'))
    .limit(eb.lit(1))
  return eb.fn.coalesce(seat, eb.lit(0))
}

/** 1 if the person has an open seat in the organization on `today`, else null. */
function sitsIn(
  eb: ExpressionBuilder<Tables, 'people'>,
  today: string,
  organizationId: ReturnType<typeof idOfSlug>,
) {
  return eb
    .selectFrom('memberships')
    .select(eb.lit(1).as('sits'))
    .whereRef('memberships.person_id', '=', 'people.id')
    .where('memberships.organization_id', '=', organizationId)
    .where(isOpenSeat(today))
    .limit(eb.lit(1))
}

/** Open seats on a council, each with the number of councils of the municipality. */
function councilSeatsOf(municipalityId: number, today: string) {
  return councilSeats(today)
    .select(['memberships.role', 'memberships.label'])
    .select(councilCount(municipalityId, today).as('councils'))
}

/** The councils on a day: of several, none is known to be the one that a seat is meant for. */
export function councilCount(municipalityId: number, day: string) {
  return expressionBuilder<Tables, never>()
    .selectFrom('organizations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
    .where(existedOn(day))
}

/** Where people voted who have no seat on a council on record. */
function votingSpans() {
  return expressionBuilder<Tables, 'people'>()
    .selectFrom('voting_spans')
    .innerJoin('organizations', 'organizations.id', 'voting_spans.organization_id')
    .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
    .select(['voting_spans.first_date as first', 'voting_spans.last_date as last'])
    .select(['voting_spans.votes', 'voting_spans.undated', 'organizations.classification'])
    .whereRef('voting_spans.person_id', '=', 'people.id')
    .orderBy('voting_spans.organization_id')
}

const itemColumns = [
  'id',
  'slug',
  'name',
  'name_folded',
  'party',
  'image_url',
  'updated_at',
] as const

const ocdColumns = [
  'id',
  'ocd_id',
  'name',
  'given_name',
  'family_name',
  'image_url',
  'gender',
  'birth_date',
  'death_date',
  'created_at',
  'updated_at',
] as const

function fromPeopleOf(db: ReadDatabase, municipalityId: number) {
  return db.selectFrom('people').where('people.municipality_id', '=', municipalityId)
}

function selectPeopleOf(db: ReadDatabase, { municipalityId, today }: MunicipalityToday) {
  return fromPeopleOf(db, municipalityId)
    .select([...itemColumns, ...personCounts])
    .select(jsonRows(db, councilSeatsOf(municipalityId, today)).as('council_seats'))
    .select(jsonRows(db, votingSpans()).as('voted_in'))
}

export type PersonItemRow = Awaited<ReturnType<typeof listPeople>>[number]

interface PersonParts {
  council_seats: JsonRows<unknown>
  voted_in: JsonRows<unknown>
}
type RowOf<P> = P extends JsonRows<infer R> ? R : never

function parseItem<R extends PersonParts>({ council_seats: seats, voted_in: spans, ...row }: R) {
  return {
    ...row,
    council_seats: parseRows(seats as JsonRows<RowOf<R['council_seats']>>),
    voted_in: parseRows(spans as JsonRows<RowOf<R['voted_in']>>),
  }
}

/** By name; one statement. */
export async function listPeople(
  db: ReadDatabase,
  scope: MunicipalityToday,
  filters: PersonFilters,
  range: Range,
) {
  const rows = await pageOfPeople(db, { ...filters, ...scope }, range)
  return rows.map(parseItem)
}

/** One statement. */
export async function countPeople(
  db: ReadDatabase,
  scope: MunicipalityToday,
  filters: PersonFilters,
) {
  return pageOfPeople.count(db, { ...filters, ...scope })
}

const pageOfPeople = cachedList(
  (db, { values, given, after, limit }: ListQuery<PersonFilters & MunicipalityToday>) => {
    const { municipalityId, today } = values
    return selectPeopleOf(db, values)
      .where(isSelected(db, 'people', { values, given }))
      .$if(given('is_councillor'), (query) =>
        query.where((eb) => eb(sitsOnCouncil(eb, today), '=', flag(values.is_councillor))),
      )
      .$if(given('organization'), (query) => {
        const id = idOfSlug('organizations', municipalityId, fold(values.organization))
        return query.where((eb) => eb(sitsIn(eb, today, id), '=', 1))
      })
      .$if(given('after'), (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('people.name_folded', 'people.id'), '>', tuple(after[0], after[1])),
        ),
      )
      .orderBy('people.name_folded')
      .orderBy('people.id')
      .limit(({ lit }) => lit(limit))
      .$if(given('name'), (query) => query.where(hasName(foldText(values.name))))
  },
  'name',
)

/** Whether one of the names has the part, in which a hyphen is as good as a space. */
function hasName(part: string) {
  const { fn, ref, val } = expressionBuilder<Tables, 'people'>()
  const spaced = fn<string>('replace', [ref('people.names_folded'), val('-'), val(' ')])
  return contains(spaced, part.replaceAll('-', ' '))
}

export type OcdPersonRow = Awaited<ReturnType<typeof listOcdPeopleByIds>>[number]

export const listOcdPeopleByIds = byIdsQuery('people.id', (db) =>
  db.selectFrom('people').select(ocdColumns),
)

export type PersonDetailRows = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** One statement. */
export async function findPerson(
  db: ReadDatabase,
  scope: MunicipalityToday,
  slug: string,
  partsMax = allParts,
) {
  const [person] = await personOfSlug(db, { ...scope, slug }, { partsMax })
  return person && withParts(person)
}

/** People with their parts, in any order; one statement. */
export async function listPersonDetails(
  db: ReadDatabase,
  scope: MunicipalityToday,
  ids: readonly number[],
) {
  return (await peopleOfIds(db, { ...scope, ids: dialectOf(db).arrayParam(ids) })).map(withParts)
}

function withParts(person: Awaited<ReturnType<typeof personOfSlug>>[number]) {
  return { person: parseItem(person), memberships: parseRows(person.memberships) }
}

export type OcdPersonRows = NonNullable<Awaited<ReturnType<typeof findPersonByOcdId>>>

/** One statement. */
export async function findPersonByOcdId(db: ReadDatabase, municipalityId: number, ocdId: string) {
  const [person] = await personOfOcdId(db, { municipalityId, ocdId })
  return person && { person, memberships: parseRows(person.memberships) }
}

const personOfSlug = cachedQuery((db, values: MunicipalityToday & OfSlug, { partsMax }: PartsMax) =>
  selectDetails(db, values, partsMax).where('people.slug', '=', values.slug),
)

const peopleOfIds = cachedQuery((db, values: MunicipalityToday & { ids: ArrayParam }) =>
  selectDetails(db, values, allParts).where(({ ref }) =>
    dialectOf(db).inArray(ref('people.id'), values.ids),
  ),
)

function selectDetails(db: ReadDatabase, values: MunicipalityToday, partsMax: number) {
  return selectPeopleOf(db, values)
    .select(['given_name', 'family_name', 'contact_details', 'other_names', 'death_date'])
    .select(['source_url', 'corrected'])
    .select(withheldWith('people', 'memberships', 'person_id').as('withheld'))
    .select(jsonRows(db, seats, partsMax).as('memberships'))
}

const personOfOcdId = cachedQuery((db, { municipalityId, ocdId }: OfOcdId) =>
  fromPeopleOf(db, municipalityId)
    .select(ocdColumns)
    .select(['source_url', 'other_names', 'contact_details'])
    .select(importUrl('people').as('import_url'))
    .select(jsonRows(db, memberships).as('memberships'))
    .where('people.ocd_id', '=', ocdId),
)

function selectSeats() {
  return expressionBuilder<Tables, 'people'>()
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['memberships.role', 'memberships.start_date', 'memberships.end_date'])
    .select('organizations.name as organization_name')
    .whereRef('memberships.person_id', '=', 'people.id')
    .orderBy(({ fn, val, ref }) => fn.coalesce(ref('memberships.start_date'), val('')), 'desc')
    .orderBy('memberships.id')
}

const seats = selectSeats()
  .select(['memberships.label', 'memberships.ended'])
  .select('organizations.slug as organization_slug')

const memberships = selectSeats()
  .select(['memberships.source', 'memberships.key'])
  .select(['memberships.label', 'organizations.ocd_id as organization_ocd_id'])
  .select(['people.ocd_id as person_ocd_id', 'people.name as person_name'])
