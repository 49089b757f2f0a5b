import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Sends a page, whose root is `<Page>`. */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${renderToString(page)}`)
}

/** Marks a page that may be kept for a minute by anybody: it is the same for all. */
export function isPublic(reply: FastifyReply): void {
  reply.header('cache-control', 'public, max-age=60')
}
