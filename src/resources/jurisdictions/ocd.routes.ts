import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import { OcdListQuery } from '../_shared/ocd.schema.ts'
import { toOcdJurisdiction, toOcdJurisdictionDetail } from './ocd.represent.ts'
import { findSessionSpan } from './queries.ts'
import { OcdJurisdiction, OcdJurisdictionDetail } from './schema.ts'

/** `/api/ocd/{municipality}/jurisdictions`: always the municipality itself. */
export const jurisdictionsOcd: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const list = describeOcd({
    operationId: 'listOcdJurisdictions',
    tag: 'Open Civic Data',
    summary: 'List jurisdictions (only the municipality)',
    response: OcdListOf(OcdJurisdiction),
    errors: [],
  })
  app.get('/jurisdictions', { schema: { ...list, querystring: OcdListQuery } }, (request, reply) =>
    ocdListResponse(
      { request, reply, deps },
      {
        read: async ({ offset }) => ({ rows: [request.municipality].slice(offset), total: 1 }),
        represent: toOcdJurisdiction,
      },
    ),
  )

  const detail = describeOcd({
    operationId: 'getOcdJurisdiction',
    tag: 'Open Civic Data',
    summary: 'Get a jurisdiction',
    response: OcdJurisdictionDetail,
    errors: ['JURISDICTION_NOT_FOUND'],
  })
  const path = ocdIdPath(
    'Open Civic Data id of the jurisdiction.',
    'ocd-jurisdiction/country:ca/csd:3599999/government',
  )
  app.get('/jurisdictions/*', { schema: { ...detail, params: path } }, async (request) => {
    const id = request.params['*']
    const { municipality } = request
    if (id !== municipality.jurisdictionId) {
      throw new ApiError('JURISDICTION_NOT_FOUND', `Jurisdiction ${quote(id)} does not exist.`)
    }
    return toOcdJurisdictionDetail(
      municipality,
      await findSessionSpan(deps.store.db, municipality.id),
    )
  })
}
