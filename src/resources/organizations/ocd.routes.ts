import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { readOcdPage } from '../_shared/ocd-list.ts'
import { toOcdOrganization, toOcdOrganizationDetail } from './ocd.represent.ts'
import { findOrganizationByOcdId, listOcdOrganizationsByIds } from './queries.ts'
import { OcdOrganization, OcdOrganizationDetail } from './schema.ts'

/** `/api/ocd/{municipality}/organizations`. */
export const organizationsOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdOrganizations',
    tag: 'Open Civic Data',
    summary: 'List organizations, by name',
    response: OcdListOf(OcdOrganization),
    errors: [],
  })
  app.get('/organizations', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: (range) =>
          readOcdPage(
            request.municipality,
            deps,
            { name: 'organizations', read: listOcdOrganizationsByIds },
            range,
          ),
        represent: (row) => toOcdOrganization(row, request.municipality),
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdOrganization',
    tag: 'Open Civic Data',
    summary: 'Get an organization with its members',
    response: OcdOrganizationDetail,
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the organization.',
    'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715',
  )
  app.get('/organizations/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const rows = await findOrganizationByOcdId(deps.store.db, request.municipality.id, id)
    if (rows === undefined)
      throw new ApiError('ORGANIZATION_NOT_FOUND', `Organization ${quote(id)} does not exist.`)
    return toOcdOrganizationDetail(rows, request.municipality)
  })
}
