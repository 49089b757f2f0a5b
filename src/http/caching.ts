import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { PageCache } from './page-cache.ts'

/** How an answer may be kept; `fresh` ones are never kept. */
export type CachePolicy = 'keyed' | 'public' | 'fresh'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that is not the municipality's data, such as the key check: it has no ETag and is not kept. */
    fresh?: boolean
  }
  interface FastifyRequest {
    etag: string | undefined
    /** Whether the answer is one that was finished before. */
    isFromCache: boolean
    /** How often the databases had been switched when the request came. */
    switches: number
  }
}

const tagLength = 22
export const jsonType = 'application/json; charset=utf-8'

/**
 * Conditional requests (RFC 9110 13): a weak ETag made of the municipality's data version and the request, before any
 * query runs. A page that was finished under the same ETag is sent again; only the id of the request in it is new. Weak,
 * because the request id differs in every body. `build` moves it with every release.
 */
export function answerFromCache(
  app: FastifyInstance,
  {
    build,
    clock,
    policy,
    pages,
    switches,
  }: {
    build: string
    clock: Clock
    policy: CachePolicy
    pages: PageCache
    switches: (() => number) | undefined
  },
): void {
  app.decorateRequest('etag', undefined)
  app.decorateRequest('isFromCache', false)
  app.decorateRequest('switches', 0)
  if (switches !== undefined)
    app.addHook('onRequest', async (request) => {
      request.switches = switches()
    })
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.fresh === true) return
    // Only responses of v1 name ignored parameters.
    const ignored = policy === 'keyed' ? request.ignoredParameters : []
    request.etag = etagOf(request, [`${build} ${policy}`, ...ignored], clock)
    if (matches(request.headers['if-none-match'], request.etag)) return reply.code(304).send()
    const kept = pages.find(request.municipality, request.etag)
    if (kept === undefined) return
    if (kept.link !== undefined) reply.header('link', kept.link)
    request.isFromCache = true
    return reply.type(jsonType).send(kept.page.text(request.id))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (policy === 'keyed') addVary(reply, 'X-API-Key')
    // The ETag is of the state of the municipality; a body that was read may be of the one that another database has.
    const isOfOneState =
      reply.statusCode === 304 || request.isFromCache || request.switches === (switches?.() ?? 0)
    const tagged =
      isOfOneState && request.etag !== undefined && [200, 304].includes(reply.statusCode)
    reply.header('cache-control', cacheControl(tagged ? policy : 'fresh', request))
    if (!tagged) return payload
    reply.header('etag', request.etag)
    keepPage(request, reply, payload, pages)
    // On plain answers too, so that a cache keeps them apart. In lower case, as the compressor looks for it.
    addVary(reply, 'accept-encoding')
    // `*` asks whether there is anything at all, which only the finished answer tells.
    if (request.headers['if-none-match']?.trim() !== '*') return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return ''
  })
}

function keepPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  pages: PageCache,
): void {
  const { etag, id: requestId, isFromCache, method } = request
  if (reply.statusCode !== 200 || etag === undefined || isFromCache || method !== 'GET') return
  if (typeof body !== 'string') return
  const link = reply.getHeader('link') as string | undefined
  pages.keep(etag, { body, link, slug: request.municipality.slug, requestId })
}

function etagOf(request: FastifyRequest, variant: readonly string[], clock: Clock): string {
  const { municipality } = request
  const query = Object.entries(request.query as Record<string, unknown>).sort()
  const parts = [
    variant,
    municipality.dataVersion,
    // The version of a rebuilt or restored database may have been given out before; its moment was not.
    municipality.updatedAt,
    // Who is a councillor today depends on today.
    dateInZone(clock.now(), municipality.timeZone),
    // Discovery is one thing with and without its last slash.
    request.routeOptions.url?.replace(/\/$/, ''),
    request.params,
    query,
  ]
  return `W/"${hash('sha1', JSON.stringify(parts), 'base64url').slice(0, tagLength)}"`
}

const tagPattern = /(?:W\/)?"([^"]*)"/g

/** Whether `If-None-Match` names this ETag. It compares weakly (RFC 9110 13.1.2): W/ does not count. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const own = etag.slice(3, -1)
  return [...header.matchAll(tagPattern)].some(([, tag]) => tag === own)
}

function cacheControl(policy: CachePolicy, request: FastifyRequest): string {
  if (policy === 'fresh') return 'no-store'
  if (policy === 'public') return 'public, max-age=60'
  return request.keyInUrl ? 'private, no-store' : 'private, no-cache'
}

function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known === undefined ? name : `${String(known)}, ${name}`)
}
