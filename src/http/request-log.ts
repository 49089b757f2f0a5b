import type { FastifyInstance } from 'fastify'

/** One line a request: the route, never the URL, because a query can hold a key. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.apiKeyId || undefined,
      },
      'request',
    )
  })
}
