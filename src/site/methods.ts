import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeOfPath } from './address.ts'
import { PageError } from './error-pages.tsx'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Responds 405 with `Allow` to methods that a page does not have (RFC 9110 15.5.6). Call it after all pages are registered. */
export function rejectOtherMethods(site: FastifyInstance, pages: Map<string, Set<string>>): void {
  for (const [url, methods] of pages) {
    const allow = [...methods].join(', ')
    const reject = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow)
      const { errors } = localeOfPath(request.url).words
      const message = errors.methodNotAllowedText(allow, request.method)
      throw new PageError(405, errors.methodNotAllowed, message)
    }
    const method = allMethods.filter((name) => !methods.has(name))
    // Before the body is parsed: its media type does not matter here.
    site.route({ method, url, onRequest: reject, handler: reject })
  }
}

/** Records the methods of each page that is registered from now on. */
export function recordMethods(site: FastifyInstance): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>()
  site.addHook('onRoute', ({ url, method }) => {
    const methods = pages.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    pages.set(url, methods)
  })
  return pages
}
