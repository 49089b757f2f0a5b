import { v1Resource } from '../_shared/v1.routes.ts'
import {
  countOrganizations,
  findOrganization,
  listOrganizationDetails,
  listOrganizations,
} from './queries.ts'
import { OrganizationDetail, OrganizationItem, OrganizationQuery } from './schema.ts'
import { toOrganizationDetail, toOrganizationItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/organizations`. */
export const organizationsV1 = v1Resource({
  path: 'organizations',
  pages: 'bodies',
  tag: 'Organizations',
  noun: 'Organization',
  list: {
    operationId: 'listOrganizations',
    summary: 'List organizations, by name',
    query: OrganizationQuery,
    item: OrganizationItem,
    read: listOrganizations,
    count: countOrganizations,
    position: (row) => [row.name_folded, row.id],
    represent: toOrganizationItem,
  },
  detail: {
    operationId: 'getOrganization',
    summary: 'Get an organization with its members and meetings',
    schema: OrganizationDetail,
    exampleSlug: 'town-council',
    error: 'ORGANIZATION_NOT_FOUND',
    find: findOrganization,
    list: listOrganizationDetails,
    represent: toOrganizationDetail,
  },
})
