import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { describeOpen, describeV1 } from '../../http/openapi.ts'
import { Query } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-query.ts'
import { Health, KeyCheck } from './schema.ts'

/** `/api/v1/health`: alive, without asking the database (contract 4.1). */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  const schema = describeOpen({
    operationId: 'getHealth',
    tag: 'System',
    summary: 'Whether the service runs',
    response: Health,
    errors: [],
  })
  readQuery(app)
  app.get('/health', { schema, config: { fresh: true } }, (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
}

/** `/api/v1/{municipality}/test`: the key check (contract 4.1). */
export const keyCheck: FastifyPluginAsyncTypebox = async (app) => {
  const schema = describeV1({
    operationId: 'testKey',
    tag: 'System',
    summary: 'Check your key',
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
