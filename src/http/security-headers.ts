import type { FastifyInstance } from 'fastify'

/** Headers of every JSON answer: it is data for anyone, and never a page. */
export function sendApiSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('referrer-policy', 'no-referrer')
  })
}
