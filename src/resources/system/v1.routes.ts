import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { revalidateByContent } from '../../http/caching.ts'
import { DetailOf, detailResponse } from '../../http/envelope.ts'
import { describeOpen, describeV1 } from '../../http/openapi.ts'
import { readQuery, reportIgnoredParameters } from '../../http/query.ts'
import type { RouteDeps } from '../../http/resource-routes.ts'
import { Query } from '../../http/schema-types.ts'
import { ApiIndex, Health, KeyCheck } from './schema.ts'

/** `/api/v1/health`: liveness only, without a database query. */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  const schema = describeOpen({
    operationId: 'getHealth',
    tag: 'System',
    summary: 'Health check',
    response: Health,
    errors: [],
  })
  readQuery(app)
  app.get('/health', { schema, config: { fresh: true } }, (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
}

/** `/api/v1`, without a key. */
export const index: FastifyPluginAsyncTypebox<RouteDeps> = async (
  app,
  { baseUrl, siteUrl, version },
) => {
  const schema = describeOpen({
    operationId: 'getIndex',
    tag: 'System',
    summary: 'Get the URLs to start from',
    response: DetailOf(ApiIndex),
    errors: [],
  })
  readQuery(app)
  reportIgnoredParameters(app)
  revalidateByContent(app)
  app.get('', { schema: { ...schema, querystring: Query({}) } }, (request) => {
    const urls = {
      documentation_url: `${siteUrl}/docs`,
      openapi_url: `${baseUrl}/api/v1/openapi.json`,
      health_url: `${baseUrl}/api/v1/health`,
      municipalities_url: `${baseUrl}/api/v1/municipalities`,
    }
    return detailResponse({ name: 'Reeve', version, ...urls }, request.id)
  })
}

/** `/api/v1/{municipality}/test`. */
export const keyCheck: FastifyPluginAsyncTypebox = async (app) => {
  const schema = describeV1({
    operationId: 'testKey',
    tag: 'System',
    summary: 'Check a key',
    response: KeyCheck,
    errors: [],
  })
  app.get(
    '/test',
    { schema: { ...schema, querystring: Query({}) }, config: { fresh: true } },
    (request) => ({
      authenticated: true,
      apiKeyId: request.apiKeyId,
      municipality: request.municipality.slug,
      requestId: request.id,
    }),
  )
}
