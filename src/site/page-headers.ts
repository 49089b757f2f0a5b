import type { FastifyInstance, FastifyReply } from 'fastify'
import { transportSecurity } from '../http/security-headers.ts'

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
  // Not `no-referrer`: under that a browser sends forms with `Origin: null`, which cannot be told from a stranger's.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // What a page says about keys and accounts is for one pair of eyes; public pages say so themselves.
  'cache-control': 'no-store',
}

/** Puts on an answer what every page carries. */
export type SendPageHeaders = (reply: FastifyReply) => void

/** The headers of pages under this address; over https, browsers are told to stay there. */
export function pageHeaders(siteUrl: string): SendPageHeaders {
  const all = siteUrl.startsWith('https:') ? { ...headers, ...transportSecurity } : headers
  return (reply) => void reply.headers(all)
}

export function sendPageHeaders(site: FastifyInstance, send: SendPageHeaders): void {
  site.addHook('onRequest', async (_request, reply) => send(reply))
}
