import { expressionBuilder } from 'kysely'
import { isSameWard } from '../../core/ward-name.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { existedOn, isOpenSeat } from '../../store/seats.ts'
import type { Tables } from '../../store/tables.ts'
import type { MunicipalityToday, Range } from '../_shared/queries.ts'

const itemColumns = ['position', 'name', 'postal_codes'] as const

export type WardRow = Awaited<ReturnType<typeof listWards>>[number]
export type WardBoundaryRow = Awaited<ReturnType<typeof listWardBoundaries>>[number]

/** Wards in the order of their file, each with who sits for it; one statement. */
export async function listWards(
  db: ReadDatabase,
  scope: MunicipalityToday,
  { after, limit }: Range,
) {
  const wards = selectWards(scope)
    .select(itemColumns)
    .where('position', '>', Number(after?.[0] ?? -1))
    .orderBy('position')
    .limit(({ lit }) => lit(limit))
  return withPeople(db, scope, wards)
}

/** All wards with their boundaries; one statement. */
export async function listWardBoundaries(db: ReadDatabase, scope: MunicipalityToday) {
  const wards = selectWards(scope)
    .select([...itemColumns, 'boundary'])
    .orderBy('position')
  return withPeople(db, scope, wards)
}

export async function countWards(db: ReadDatabase, scope: MunicipalityToday): Promise<number> {
  const { count } = await db
    .selectFrom('wards')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', scope.municipalityId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectWards({ municipalityId }: MunicipalityToday) {
  return expressionBuilder<Tables, never>()
    .selectFrom('wards')
    .where('wards.municipality_id', '=', municipalityId)
}

async function withPeople<Row extends { name: string; postal_codes: string }>(
  db: ReadDatabase,
  scope: MunicipalityToday,
  wards: Parameters<typeof jsonRows<Row>>[1],
) {
  const found = await db
    .selectNoFrom([
      jsonRows(db, wards).as('wards'),
      jsonRows(db, seatsOf(scope)).as('seats'),
      divisionOf(scope.municipalityId).as('division'),
    ])
    .executeTakeFirstOrThrow()
  const seats = parseRows(found.seats)
  return parseRows(found.wards).map((ward) => {
    const sitting = seats.filter(({ label }) => isSameWard(label ?? '', ward.name))
    return {
      ...ward,
      division: found.division ?? '',
      people: [...new Map(sitting.map((seat) => [seat.slug, seat])).values()],
    }
  })
}

/** Open seats for a ward, of any council. */
function seatsOf({ municipalityId, today }: MunicipalityToday) {
  return expressionBuilder<Tables, never>()
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.slug', 'people.name', 'memberships.label'])
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.classification', '=', 'council')
    .where('memberships.label', 'is not', null)
    .where(isOpenSeat(today))
    .where(existedOn(today))
    .orderBy('people.name_folded')
    .orderBy('people.id')
}

function divisionOf(municipalityId: number) {
  return expressionBuilder<Tables, never>()
    .selectFrom('municipalities')
    .select('division_id')
    .where('municipalities.id', '=', municipalityId)
}
