import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import { listResponse, type RouteDeps, requestScope } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findOrganization, listOrganizations } from './queries.ts'
import { OrganizationDetail, OrganizationItem, OrganizationQuery } from './schema.ts'
import { toOrganizationDetail, toOrganizationItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/organizations`. */
export const organizationsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeV1({
    operationId: 'listOrganizations',
    tag: 'Organizations',
    summary: 'List organizations, by name',
    response: PageOf(OrganizationItem),
    errors: [],
  })
  app.get(
    '/organizations',
    { schema: { ...list, querystring: OrganizationQuery } },
    (request, reply) => {
      const scope = requestScope(request, deps)
      return listResponse(
        { request, reply, deps },
        {
          read: (paging) => listOrganizations(deps.store.db, scope, paging),
          position: (row) => [row.name_folded, row.id],
          represent: (row) =>
            linked(toOrganizationItem(row, scope.today), pagesOf(request, deps, 'bodies')),
        },
      )
    },
  )

  const detail = describeV1({
    operationId: 'getOrganization',
    tag: 'Organizations',
    summary: 'Get an organization with its members and meetings',
    response: DetailOf(OrganizationDetail),
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
  const path = slugPath('Slug of the organization.', 'town-council')
  app.get('/organizations/:slug', { schema: { ...detail, params: path } }, async (request) => {
    const { slug } = request.params
    const scope = requestScope(request, deps)
    const rows = await findOrganization(deps.store.db, scope, slug)
    if (rows === undefined)
      throw new ApiError('ORGANIZATION_NOT_FOUND', `Organization ${quote(slug)} does not exist.`)
    return detailResponse(
      linked(toOrganizationDetail(rows, scope.today), pagesOf(request, deps, 'bodies')),
      request.id,
    )
  })
}
