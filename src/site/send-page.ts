import type { FastifyInstance, FastifyReply } from 'fastify'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Operator } from '../core/operator.ts'
import { StaticDocument } from '../http/static-document.ts'
import { OperatorContext } from './operator.tsx'

const type = 'text/html; charset=utf-8'
const cacheControl = 'public, max-age=60'

/** Sends a page, whose root is `<Page>`. */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): FastifyReply {
  return reply.code(status).type(type).send(renderPage(reply.server.operator, page))
}

/** Marks a page that is the same for everyone, so that caches may keep it for a minute. */
export function isPublic(reply: FastifyReply): void {
  reply.header('cache-control', cacheControl)
}

/** A public page that does not change while the process runs. */
export function staticPage(site: FastifyInstance, page: () => VNode): StaticDocument {
  return new StaticDocument({ type, cacheControl, build: () => renderPage(site.operator, page()) })
}

/** A page as HTML. */
export function renderPage(operator: Operator, page: VNode): string {
  const withOperator = h(OperatorContext.Provider, { value: operator }, page)
  return `<!doctype html>${renderToString(withOperator)}`
}
