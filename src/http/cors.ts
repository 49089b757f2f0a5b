import type { FastifyInstance } from 'fastify'

/** Lets pages of any origin read a response. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, X-RateLimit-Limit, Retry-After',
} as const

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
