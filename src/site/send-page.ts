import type { FastifyInstance, FastifyReply } from 'fastify'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { transportSecurity } from '../http/responses.ts'
import { StaticDocument } from '../http/static-document.ts'
import { type Face, FaceContext } from './face.tsx'

const type = 'text/html; charset=utf-8'
const cacheControl = 'public, max-age=60'

/** Sends a page, whose root is `<Page>`. */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): FastifyReply {
  return reply.code(status).type(type).send(renderPage(reply.server.face.current, page))
}

/** Marks a page that is the same for everyone, so that caches may keep it for a minute. */
export function isPublic(reply: FastifyReply): void {
  reply.header('cache-control', cacheControl)
}

/** A public page that changes only with the face of the site. */
export function staticPage(site: FastifyInstance, page: () => VNode): StaticDocument {
  return new StaticDocument({
    ...{ type, cacheControl },
    build: () => renderPage(site.face.current, page()),
    version: () => site.face.current,
  })
}

/** A page as HTML. */
export function renderPage(face: Face, page: VNode): string {
  return `<!doctype html>${renderToString(h(FaceContext.Provider, { value: face }, page))}`
}

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
