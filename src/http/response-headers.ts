import type { FastifyInstance } from 'fastify'

/** Headers of every JSON response: public data that is never rendered as a page. */
export const apiSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/** One year of HSTS (RFC 6797). */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const

/** Lets pages of any origin read a response. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, X-RateLimit-Limit, Retry-After',
} as const

/** Headers of every response of the API. */
export const apiHeaders = { ...corsHeaders, ...apiSecurityHeaders } as const

/** @param url The public URL of the API. */
export function sendApiHeaders(app: FastifyInstance, url: string): void {
  const secure = url.startsWith('https:') && transportSecurity
  sendHeaders(app, { ...apiHeaders, ...secure })
}

export function sendHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'X-API-Key, Content-Type',
  'access-control-max-age': '86400',
  'content-length': '0',
} as const

/** Handles preflight requests (Fetch standard, 4.8), which carry no key, on every path below that of `app`. */
export function handlePreflights(app: FastifyInstance): void {
  app.options('*', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).headers(preflightHeaders).send(),
  )
}
