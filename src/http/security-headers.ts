import type { FastifyInstance } from 'fastify'

/** Headers of every JSON answer: it is data for anyone, and never a page. */
export const apiSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

export function sendApiSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(apiSecurityHeaders)
  })
}
