import { ocdResource, pagesById } from '../_shared/ocd.routes.ts'
import { toOcdOrganization, toOcdOrganizationDetail } from './ocd.represent.ts'
import { findOrganizationByOcdId, listOcdOrganizationsByIds } from './queries.ts'
import { OcdOrganization, OcdOrganizationDetail } from './schema.ts'

/** `/api/ocd/{municipality}/organizations`. */
export const organizationsOcd = ocdResource({
  path: 'organizations',
  noun: 'Organization',
  list: {
    operationId: 'listOcdOrganizations',
    summary: 'List organizations, by name',
    item: OcdOrganization,
    read: pagesById('organizations', listOcdOrganizationsByIds),
    represent: toOcdOrganization,
  },
  detail: {
    operationId: 'getOcdOrganization',
    summary: 'Get an organization with its members',
    schema: OcdOrganizationDetail,
    exampleId: 'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715',
    error: 'ORGANIZATION_NOT_FOUND',
    find: (db, { id: municipalityId }, id) => findOrganizationByOcdId(db, municipalityId, id),
    represent: toOcdOrganizationDetail,
  },
})
