import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { byIdsQuery } from '../_shared/queries.ts'

function selectOrganizations(db: ReadDatabase) {
  return db
    .selectFrom('organizations')
    .leftJoin('organizations as parents', (join) =>
      join.onRef('parents.id', '=', 'organizations.parent_id').on('parents.removed_at', 'is', null),
    )
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

export type OrganizationRow = Awaited<ReturnType<typeof listOrganizationsByIds>>[number]

export const listOrganizationsByIds = byIdsQuery('organizations.id', selectOrganizations)

export type OrganizationDetailRows = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

/** One statement. */
export async function findOrganization(db: ReadDatabase, municipalityId: number, ocdId: string) {
  const [organization] = await organizationOfOcdId(db, { municipalityId, ocdId })
  return (
    organization && {
      organization,
      memberships: parseRows(organization.memberships),
      children: parseRows(organization.children),
    }
  )
}

const organizationOfOcdId = cachedQuery(
  (db, { municipalityId, ocdId }: { municipalityId: number; ocdId: string }) =>
    selectOrganizations(db)
      .select([jsonRows(db, memberships).as('memberships'), jsonRows(db, children).as('children')])
      .where('organizations.municipality_id', '=', municipalityId)
      .where('organizations.removed_at', 'is', null)
      .where('organizations.ocd_id', '=', ocdId),
)

const memberships = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('memberships')
  .innerJoin('people', 'people.id', 'memberships.person_id')
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
  .where('memberships.removed_at', 'is', null)
  .where('people.removed_at', 'is', null)
  .orderBy('people.name_folded')
  .orderBy('memberships.id')

const children = expressionBuilder<Tables, 'organizations'>()
  .selectFrom('organizations as members')
  .select(['members.ocd_id as id', 'members.name'])
  .whereRef('members.parent_id', '=', 'organizations.id')
  .where('members.removed_at', 'is', null)
  .orderBy('members.name_folded')
  .orderBy('members.ocd_id')
