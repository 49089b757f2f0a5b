import type { FastifyInstance, FastifyReply } from 'fastify'
import { transportSecurity } from '../http/responses.ts'

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': contentPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Not `no-referrer`, which makes browsers send forms with `Origin: null`, like a cross-site form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Pages about keys and accounts are private; public pages replace this.
  'cache-control': 'no-store',
}

export type SendPageHeaders = (reply: FastifyReply) => void

/** The headers of every page; with HSTS if the site uses https. */
export function pageHeaders(siteUrl: string): SendPageHeaders {
  const all = siteUrl.startsWith('https:') ? { ...headers, ...transportSecurity } : headers
  return (reply) => void reply.headers(all)
}

export function sendPageHeaders(site: FastifyInstance, send: SendPageHeaders): void {
  site.addHook('onRequest', async (_request, reply) => send(reply))
}
