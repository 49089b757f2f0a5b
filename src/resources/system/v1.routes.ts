import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { describeOpen, describeV1 } from '../../http/openapi.ts'
import { readQuery } from '../../http/query.ts'
import { Query } from '../../http/schema-types.ts'
import { Health, KeyCheck } from './schema.ts'

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
