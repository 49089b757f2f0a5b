import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { seatOrder } from '../../store/record-order.ts'
import { existedOn, isOpenSeat } from '../../store/seats.ts'
import type { Tables } from '../../store/tables.ts'
import {
  allParts,
  byIdsQuery,
  cachedList,
  importUrl,
  isSelected,
  type ListQuery,
  type MunicipalityToday,
  type OfOcdId,
  type OfSlug,
  type PartsMax,
  type Range,
  type RecordFilters,
} from '../_shared/queries.ts'

const itemColumns = [
  'organizations.id',
  'organizations.slug',
  'organizations.name',
  'organizations.name_folded',
  'organizations.name_fr',
  'organizations.classification',
  'organizations.founding_date',
  'organizations.dissolution_date',
  'organizations.updated_at',
] as const

/** A subquery per organization: a join could make PostgreSQL sort all organizations of the list. */
const parentSlug = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('organizations as parents')
  .select('parents.slug')
  .whereRef('parents.id', '=', 'organizations.parent_id')

function openSeats(today: string) {
  return expressionBuilder<Tables, 'organizations'>()
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .whereRef('memberships.organization_id', '=', 'organizations.id')
    .where(isOpenSeat(today))
    .where(existedOn(today))
}

function selectOrganizationsOf(db: ReadDatabase, { municipalityId, today }: MunicipalityToday) {
  return db
    .selectFrom('organizations')
    .select(itemColumns)
    .select(({ lit }) => [
      parentSlug.as('parent_slug'),
      openSeats(today).select(lit(1).as('open')).limit(lit(1)).as('has_open_seat'),
    ])
    .select((eb) =>
      eb.case().when(existedOn(today)).then(eb.lit(1)).else(eb.lit(0)).end().as('exists_today'),
    )
    .where('organizations.municipality_id', '=', municipalityId)
}

export type OrganizationItemRow = Awaited<ReturnType<typeof listOrganizations>>[number]

/** By name; one statement. */
export async function listOrganizations(
  db: ReadDatabase,
  scope: MunicipalityToday,
  filters: RecordFilters,
  range: Range,
) {
  return pageOfOrganizations(db, { ...filters, ...scope }, range)
}

/** One statement. */
export async function countOrganizations(
  db: ReadDatabase,
  scope: MunicipalityToday,
  filters: RecordFilters,
) {
  return pageOfOrganizations.count(db, { ...filters, ...scope })
}

const pageOfOrganizations = cachedList(
  (db, { values, given, after, limit }: ListQuery<MunicipalityToday & RecordFilters>) =>
    selectOrganizationsOf(db, values)
      .where(isSelected(db, 'organizations', { values, given }))
      .$if(given('after'), (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('name_folded', 'organizations.id'), '>', tuple(after[0], after[1])),
        ),
      )
      .orderBy('organizations.name_folded')
      .orderBy('organizations.id')
      .limit(({ lit }) => lit(limit)),
)

export type OrganizationDetailRows = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

/** One statement. */
export async function findOrganization(
  db: ReadDatabase,
  scope: MunicipalityToday,
  slug: string,
  partsMax = allParts,
) {
  const [organization] = await organizationOfSlug(db, { ...scope, slug }, { partsMax })
  return organization && withParts(organization)
}

/** Organizations with their parts, in any order; one statement. */
export async function listOrganizationDetails(
  db: ReadDatabase,
  scope: MunicipalityToday,
  ids: readonly number[],
) {
  const values = { ...scope, ids: dialectOf(db).arrayParam(ids) }
  return (await organizationsOfIds(db, values)).map(withParts)
}

function withParts(organization: Awaited<ReturnType<typeof organizationOfSlug>>[number]) {
  return {
    organization,
    members: parseRows(organization.members),
    meetings: parseRows(organization.meetings)[0],
  }
}

const organizationOfSlug = cachedQuery(
  (db, values: MunicipalityToday & OfSlug, { partsMax }: PartsMax) =>
    selectDetails(db, values, partsMax).where('organizations.slug', '=', values.slug),
)

const organizationsOfIds = cachedQuery((db, values: MunicipalityToday & { ids: ArrayParam }) =>
  selectDetails(db, values, allParts).where(({ ref }) =>
    dialectOf(db).inArray(ref('organizations.id'), values.ids),
  ),
)

function selectDetails(db: ReadDatabase, values: MunicipalityToday, partsMax: number) {
  return selectOrganizationsOf(db, values)
    .select(['organizations.url', 'organizations.source_url', 'organizations.other_names'])
    .select(['organizations.withheld', 'organizations.corrected'])
    .select([
      jsonRows(db, members(values.today), partsMax).as('members'),
      jsonRows(db, meetings).as('meetings'),
    ])
}

function members(today: string) {
  return openSeats(today)
    .select(['people.slug as person_slug', 'people.name as person_name'])
    .select(['memberships.role', 'memberships.label', 'memberships.start_date'])
    .orderBy(seatOrder())
}

const meetings = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('meetings')
  .select(({ fn }) => [
    fn.countAll<number>().as('count'),
    fn.min('meetings.date').as('first_date'),
    fn.max('meetings.date').as('last_date'),
  ])
  .whereRef('meetings.organization_id', '=', 'organizations.id')

function selectOcdOrganizations(db: ReadDatabase) {
  return db
    .selectFrom('organizations')
    .leftJoin('organizations as parents', 'parents.id', 'organizations.parent_id')
    .select([
      'organizations.id',
      'organizations.ocd_id',
      'organizations.name',
      'organizations.classification',
    ])
    .select(['organizations.founding_date', 'organizations.dissolution_date', 'organizations.url'])
    .select(['organizations.source_url', 'organizations.created_at', 'organizations.updated_at'])
    .select('parents.ocd_id as parent_ocd_id')
}

export type OcdOrganizationRow = Awaited<ReturnType<typeof listOcdOrganizationsByIds>>[number]

export const listOcdOrganizationsByIds = byIdsQuery('organizations.id', selectOcdOrganizations)

export type OcdOrganizationRows = NonNullable<Awaited<ReturnType<typeof findOrganizationByOcdId>>>

/** One statement. */
export async function findOrganizationByOcdId(
  db: ReadDatabase,
  municipalityId: number,
  ocdId: string,
) {
  const [organization] = await organizationOfOcdId(db, { municipalityId, ocdId })
  return (
    organization && {
      organization,
      memberships: parseRows(organization.memberships),
      children: parseRows(organization.children),
    }
  )
}

const organizationOfOcdId = cachedQuery((db, { municipalityId, ocdId }: OfOcdId) =>
  selectOcdOrganizations(db)
    .select([jsonRows(db, memberships).as('memberships'), jsonRows(db, children).as('children')])
    .select(['organizations.other_names', importUrl('organizations').as('import_url')])
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.ocd_id', '=', ocdId),
)

const memberships = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('memberships')
  .innerJoin('people', 'people.id', 'memberships.person_id')
  .select(['memberships.source', 'memberships.key'])
  .select([
    'memberships.role',
    'memberships.label',
    'memberships.start_date',
    'memberships.end_date',
  ])
  .select([
    'organizations.name as organization_name',
    'organizations.ocd_id as organization_ocd_id',
  ])
  .select(['people.name as person_name', 'people.ocd_id as person_ocd_id'])
  .whereRef('memberships.organization_id', '=', 'organizations.id')
  .orderBy(seatOrder())

const children = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('organizations as members')
  .select(['members.ocd_id as id', 'members.name'])
  .whereRef('members.parent_id', '=', 'organizations.id')
  .orderBy('members.name_folded')
  .orderBy('members.ocd_id')
