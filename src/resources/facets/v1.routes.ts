import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse } from '../../http/envelope.ts'
import { describeV1 } from '../../http/openapi.ts'
import type { RouteDeps } from '../../http/resource-routes.ts'
import { listFacets } from './queries.ts'
import { FacetQuery, Facets } from './schema.ts'
import { toFacets } from './v1.represent.ts'

/** `/api/v1/{municipality}/facets`. */
export const facetsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const facets = describeV1({
    operationId: 'getFacets',
    tag: 'System',
    summary: 'Get the values that filters find',
    response: DetailOf(Facets),
    errors: [],
  })
  app.get('/facets', { schema: { ...facets, querystring: FacetQuery } }, async (request) => {
    const rows = await listFacets(deps.store.db, request.municipality.id)
    return detailResponse(toFacets(rows), request.id)
  })
}
