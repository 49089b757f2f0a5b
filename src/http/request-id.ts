import type { FastifyInstance } from 'fastify'

/** `X-Request-Id` on every answer (contract 7, rule 2). The server's own UUID: a client's is never echoed. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
