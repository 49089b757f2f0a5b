import type { FastifyInstance } from 'fastify'
import { corsHeaders } from './cors.ts'

/** Headers of every JSON response: public data that is never rendered as a page. */
export const apiSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/** One year of HSTS (RFC 6797). */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const

/** @param url The public URL of the API. */
export function sendApiHeaders(app: FastifyInstance, url: string): void {
  const secure = url.startsWith('https:') && transportSecurity
  sendHeaders(app, { ...corsHeaders, ...apiSecurityHeaders, ...secure })
}

export function sendHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
