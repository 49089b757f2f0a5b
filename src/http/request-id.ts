import type { FastifyInstance } from 'fastify'

/** Sets `X-Request-Id` on every response. The id of a client is never echoed. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
