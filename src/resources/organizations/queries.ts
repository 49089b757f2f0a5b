import { compiledOnce } from '../../store/compiled-once.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import { type Name, type Named, readListed } from '../_shared/queries.ts'

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

export type OrganizationRow = Awaited<ReturnType<typeof readOrganizations>>[number]

/** Organizations by row id. */
export const readOrganizations = readListed('organizations.id', selectOrganizations)

export type OrganizationDetailRows = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

/** One organization by OCD id with its members; three statements that see one state of the database. */
export async function findOrganization(
  store: ReadStore,
  municipalityId: number,
  name: Name<'ocd_id'>,
) {
  return store.read(async (db) => {
    const [organization] = await organizationNamed(db, { municipalityId, value: name.value })
    if (organization === undefined) return undefined
    return {
      organization,
      memberships: await listMemberships(db, { organizationId: organization.id }),
      children: await listChildren(db, { organizationId: organization.id }),
    }
  })
}

const organizationNamed = compiledOnce((db, { municipalityId, value }: Named) =>
  selectOrganizations(db)
    .where('organizations.municipality_id', '=', municipalityId)
    .where('organizations.removed_at', 'is', null)
    .where('organizations.ocd_id', '=', value),
)

const listMemberships = compiledOnce((db, { organizationId }: { organizationId: number }) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
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
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.removed_at', 'is', null)
    .where('people.removed_at', 'is', null)
    .orderBy('people.name_folded')
    .orderBy('memberships.id'),
)

const listChildren = compiledOnce((db, { organizationId }: { organizationId: number }) =>
  db
    .selectFrom('organizations')
    .select(['ocd_id as id', 'name'])
    .where('parent_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .orderBy('name_folded')
    .orderBy('id'),
)
