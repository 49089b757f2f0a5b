import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PageError } from './error-pages.tsx'

const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers methods that a page does not have with 405 and what it has (RFC 9110 15.5.6). To be called when all pages
 * are there; the API has its own rule.
 */
export function rejectOtherMethods(site: FastifyInstance, pages: Map<string, Set<string>>): void {
  for (const [url, methods] of pages) {
    const allow = [...methods].join(', ')
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow)
      const message = `This page takes ${allow}, not ${request.method}.`
      throw new PageError(405, 'Method not allowed', message)
    }
    const method = known.filter((name) => !methods.has(name))
    // Before the body is parsed: its media type does not matter here.
    site.route({ method, url, onRequest: refuse, handler: refuse })
  }
}

/** Notes which methods each page has, from now on. */
export function recordMethods(site: FastifyInstance): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>()
  site.addHook('onRoute', ({ url, method }) => {
    const methods = pages.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    pages.set(url, methods)
  })
  return pages
}
