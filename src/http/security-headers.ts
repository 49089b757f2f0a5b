import type { FastifyInstance } from 'fastify'

/** Headers of every JSON answer: it is data for anyone, and never a page. */
export const apiSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/** Tells browsers to use https for a year (RFC 6797). */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const

/** The headers of JSON under this URL; over https, browsers are told to stay there. */
export function sendApiSecurityHeaders(app: FastifyInstance, url = ''): void {
  const headers = url.startsWith('https:')
    ? { ...apiSecurityHeaders, ...transportSecurity }
    : apiSecurityHeaders
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
