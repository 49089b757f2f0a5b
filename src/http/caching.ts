import { hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { compressFromBytes, preferredEncoding } from './compression.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** Who may cache a response: only the client (v1), or any cache (Open Civic Data, and pages). */
export type CachePolicy = 'keyed' | 'public' | 'page'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not data of the municipality, such as the key check: no ETag, never cached. */
    fresh?: boolean
    /** Where it differs from that of the other responses. */
    contentType?: string
  }
  interface FastifyRequest {
    etag: string | undefined
    /** The number of failovers before this request. */
    failoverCount: number
  }
}

const tagLength = 22
const contentTypes: Record<CachePolicy, string> = {
  keyed: 'application/json; charset=utf-8',
  public: 'application/json; charset=utf-8',
  page: 'text/html; charset=utf-8',
}

/** Records the number of failovers before anything is read for a request. */
export function recordFailoverCount(
  app: FastifyInstance,
  failoverCount: (() => number) | undefined,
): void {
  app.decorateRequest('failoverCount', 0)
  if (failoverCount === undefined) return
  app.addHook('onRequest', (request, _reply, done) => {
    request.failoverCount = failoverCount()
    done()
  })
}

/**
 * Conditional requests (RFC 9110 13) and the response cache. The ETag is computed from the data version and the request
 * before any query runs; it is weak because the request id differs in every body. `build` changes it with every release.
 */
export function serveFromCache(
  app: FastifyInstance,
  {
    build,
    clock,
    policy,
    cache,
    failoverCount,
    variant = () => [],
  }: {
    build: string
    clock: Clock
    policy: CachePolicy
    cache: ResponseCache
    failoverCount: (() => number) | undefined
    /** What else the body depends on. */
    variant?: (request: FastifyRequest) => readonly string[]
  },
): void {
  app.decorateRequest('etag', undefined)
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.fresh === true) return done()
    const etag = etagOf(request, [`${build} ${policy}`, ...variant(request)], clock)
    request.etag = etag
    const condition = request.headers['if-none-match']
    if (matches(condition, etag)) return void reply.code(304).send()
    // `*` matches any existing response, which only `onSend` knows.
    const cached = condition?.trim() === '*' ? undefined : cache.get(request.municipality, etag)
    if (cached === undefined) return done()
    setCachingHeaders(request, reply, policy)
    const { contentType: type = contentTypes[policy] } = request.routeOptions.config
    sendCached(request, reply, { cache, cached, etag, type })
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { etag, headers } = request
    // After a failover during the request, the body may come from a database with other data than the ETag.
    const isConsistent =
      reply.statusCode === 304 || request.failoverCount === (failoverCount?.() ?? 0)
    if (etag === undefined || !isConsistent || ![200, 304].includes(reply.statusCode)) {
      if (policy === 'keyed') addVary(reply, 'X-API-Key')
      reply.header('cache-control', 'no-store')
      return done(null, payload)
    }
    setCachingHeaders(request, reply, policy)
    remember(request, reply, payload, cache)
    if (headers['if-none-match']?.trim() !== '*') return done(null, payload)
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    done(null, '')
  })
}

/** Conditional requests for responses without a municipality: the ETag is that of the body without the request id. */
export function revalidateByContent(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      reply.header('cache-control', 'no-store')
      return done(null, payload)
    }
    const etag = weakTag(payload.replace(request.id, ''))
    addVary(reply, 'accept-encoding')
    reply.headers({ etag, 'cache-control': cacheControl('public', request) })
    const condition = request.headers['if-none-match']
    if (condition?.trim() !== '*' && !matches(condition, etag)) return done(null, payload)
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    done(null, '')
  })
}

function setCachingHeaders(request: FastifyRequest, reply: FastifyReply, policy: CachePolicy) {
  if (policy === 'keyed') addVary(reply, 'X-API-Key')
  // On uncompressed responses too. In lower case, as @fastify/compress expects it.
  addVary(reply, 'accept-encoding')
  reply.header('cache-control', cacheControl(policy, request))
  reply.header('etag', request.etag)
}

/** Sends a cached response without the hooks for serialization, compression and `onSend`. */
function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    cache,
    cached,
    etag,
    type,
  }: { cache: ResponseCache; cached: CachedResponse; etag: string; type: string },
): void {
  const { headers, id } = request
  const { body, link } = cached
  const isUncompressed =
    headers['x-no-compression'] !== undefined || body.lengthFor(id) < compressFromBytes
  const encoding = isUncompressed ? 'identity' : preferredEncoding(headers['accept-encoding'])
  const [head, tail] = cache.partsOf(etag, cached, encoding, id)
  const own: OutgoingHttpHeaders = {
    'content-type': type,
    'content-length': head.length + tail.length,
  }
  if (link !== undefined) own.link = link
  if (encoding !== 'identity') own['content-encoding'] = encoding
  const { raw } = reply.headers(own)
  // Before `hijack`, so that an error here still gets a response.
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  reply.hijack()
  raw.end(Buffer.concat([head, tail]))
}

function remember(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  cache: ResponseCache,
): void {
  const { etag, id: requestId, method } = request
  if (reply.statusCode !== 200 || etag === undefined || method !== 'GET') return
  if (typeof body !== 'string') return
  const link = reply.getHeader('link') as string | undefined
  cache.set(etag, { body, link, slug: request.municipality.slug, requestId })
}

function etagOf(request: FastifyRequest, variant: readonly string[], clock: Clock): string {
  const { municipality } = request
  const query = Object.entries(request.query as Record<string, unknown>).sort()
  const parts = [
    variant,
    municipality.dataVersion,
    // A rebuilt or restored database can repeat a version, but not its time.
    municipality.updatedAt,
    // Current memberships depend on the date.
    dateInZone(clock.now(), municipality.timeZone),
    // Discovery has a second route with a trailing slash.
    request.routeOptions.url?.replace(/\/$/, ''),
    request.params,
    query,
  ]
  return weakTag(JSON.stringify(parts))
}

function weakTag(content: string): string {
  return `W/"${hash('sha1', content, 'base64url').slice(0, tagLength)}"`
}

const tagPattern = /(?:W\/)?"([^"]*)"/g

/** Whether `If-None-Match` contains this ETag; weak comparison (RFC 9110 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const own = etag.slice(3, -1)
  return [...header.matchAll(tagPattern)].some(([, tag]) => tag === own)
}

function cacheControl(policy: CachePolicy, request: FastifyRequest): string {
  if (policy !== 'keyed') return 'public, max-age=60'
  return request.keyInUrl ? 'private, no-store' : 'private, no-cache'
}

function addVary(reply: FastifyReply, name: string): void {
  const existing = reply.getHeader('vary')
  reply.header('vary', existing === undefined ? name : `${String(existing)}, ${name}`)
}
