import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse } from '../../http/envelope.ts'
import { describeV1 } from '../../http/openapi.ts'
import type { RouteDeps } from '../../http/resource-routes.ts'
import { findListed } from './queries.ts'
import { CoverageItem, CoverageQuery } from './schema.ts'
import { toCoverage } from './v1.represent.ts'

/** `/api/v1/{municipality}/coverage`. */
export const coverageV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const coverage = describeV1({
    operationId: 'getCoverage',
    tag: 'System',
    summary: 'Get what the portals list, and what of it is not served',
    response: DetailOf(CoverageItem),
    errors: [],
  })
  const schema = { ...coverage, querystring: CoverageQuery }
  app.get('/coverage', { schema }, async (request) => {
    const { id } = request.municipality
    const found = await deps.store.read((db) => findListed(db, id))
    return detailResponse(toCoverage(found), request.id)
  })
}
