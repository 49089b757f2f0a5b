import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../core/clock.ts'
import { compressFromBytes, type Encoding, preferredEncoding } from './compression.ts'
import { Etags, matches, matchesAny, weakTag } from './etags.ts'
import type { RequestQueue } from './request-queue.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** Who may cache a response: only the client (v1), or any cache (Open Civic Data, and pages). */
type CachePolicy = 'keyed' | 'public' | 'page'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not data of the municipality, such as the key check: no ETag, never cached. */
    fresh?: boolean
    /** Where it differs from that of the other responses. */
    contentType?: string
  }
  interface FastifyRequest {
    etag: string | undefined
  }
}

const contentTypes: Record<CachePolicy, string> = {
  keyed: 'application/json; charset=utf-8',
  public: 'application/json; charset=utf-8',
  page: 'text/html; charset=utf-8',
}

interface CachingOptions {
  /** What all responses depend on, such as the release. */
  build: string
  clock: Clock
  policy: CachePolicy
  cache: ResponseCache
  requestQueue: RequestQueue
  /** What else a body depends on. */
  variant?: (request: FastifyRequest) => string
}

/**
 * Conditional requests (RFC 9110 13) and the response cache. A request that neither can serve waits in the queue before the
 * handler runs. The ETag is weak because the request id differs in every body.
 */
export function serveFromCache(app: FastifyInstance, options: CachingOptions): void {
  const { build, clock, policy, cache, requestQueue, variant = () => '' } = options
  const etags = new Etags({ build: `${build} ${policy}`, clock, variant })
  app.decorateRequest('etag', undefined)
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.fresh === true) return done()
    request.etag = etags.of(request)
    if (sendWithoutQuery(request, reply, options)) return
    const start = () => {
      // Another request may have created the response meanwhile.
      if (sendWithoutQuery(request, reply, { ...options, hasWaited: true })) return
      cache.misses += 1
      done()
    }
    if (requestQueue.startAtOnce()) start()
    else requestQueue.wait(request, reply).then((isPresent) => isPresent && start(), done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { etag, headers } = request
    if (etag === undefined || ![200, 304].includes(reply.statusCode)) {
      if (policy === 'keyed') reply.header('vary', 'X-API-Key')
      reply.header('cache-control', 'no-store')
      return done(null, payload)
    }
    reply.headers(cachingHeaders(policy, etag, request))
    remember(request, reply, payload, cache)
    if (matchesAny(headers['if-none-match'])) return done(null, notModified(reply))
    done(null, payload)
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
    reply.headers(cachingHeaders('public', etag, request))
    const condition = request.headers['if-none-match']
    if (!matchesAny(condition) && !matches(condition, etag)) return done(null, payload)
    done(null, notModified(reply))
  })
}

// RFC 9110 15.4.5: only what a cache needs.
function notModified(reply: FastifyReply): null {
  reply.code(304)
  for (const name of ['content-length', 'content-type', 'link']) reply.removeHeader(name)
  return null
}

// The lower case of `accept-encoding` is what @fastify/compress expects. On uncompressed responses too.
const varyByKey = 'X-API-Key, accept-encoding'

function cachingHeaders(policy: CachePolicy, etag: string, { keyInUrl }: FastifyRequest) {
  if (policy !== 'keyed')
    return { etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=60' }
  const cacheControl = keyInUrl ? 'private, no-store' : 'private, no-cache'
  return { etag, vary: varyByKey, 'cache-control': cacheControl }
}

/** Whether a 304 or a cached response was sent. A body that takes long to compress or to write is sent after waiting. */
function sendWithoutQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, policy, hasWaited = false }: CachingOptions & { hasWaited?: boolean },
): boolean {
  const { etag = '', headers, municipality } = request
  const condition = headers['if-none-match']
  const isKnown = matches(condition, etag)
  const cached = isKnown ? undefined : cache.get(municipality, etag)
  if (isKnown || (cached !== undefined && matchesAny(condition))) {
    reply.code(304).send()
    return true
  }
  if (cached === undefined) return false
  if (!hasWaited && !cached.body.isQuick(encodingFor(request, cached))) return false
  sendCached(request, reply, { cached, cache, policy })
  return true
}

function encodingFor({ headers, id }: FastifyRequest, { body }: CachedResponse): Encoding {
  const isUncompressed =
    headers['x-no-compression'] !== undefined || body.lengthFor(id) < compressFromBytes
  return isUncompressed ? 'identity' : preferredEncoding(headers['accept-encoding'])
}

/** Sends a cached response without the hooks for serialization, compression and `onSend`. */
function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { cached, cache, policy }: Pick<CachingOptions, 'cache' | 'policy'> & { cached: CachedResponse },
): void {
  const { etag = '', id, routeOptions } = request
  const encoding = encodingFor(request, cached)
  const [head, tail] = cache.partsOf(etag, cached, encoding, id)
  const { link } = cached
  const headers = {
    ...cachingHeaders(policy, etag, request),
    'content-type': routeOptions.config.contentType ?? contentTypes[policy],
    'content-length': head.length + Buffer.byteLength(tail),
    ...(link !== undefined && { link }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  cache.hits += 1
  const { raw } = reply
  // Before `hijack`, so that an error here still gets a response.
  raw.writeHead(
    200,
    namesAndValues(Object.assign(reply.getHeaders(), headers) as OutgoingHttpHeaders),
  )
  reply.hijack()
  // The first part is the same bytes for all requests, and is not copied.
  raw.write(head)
  raw.end(tail)
}

/** Node writes a list with less work than an object. */
function namesAndValues(headers: OutgoingHttpHeaders): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = []
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  return list
}

function remember(
  { etag, id: requestId, municipality: { slug } }: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  cache: ResponseCache,
): void {
  if (reply.statusCode !== 200 || etag === undefined || typeof body !== 'string') return
  const link = reply.getHeader('link') as string | undefined
  cache.set(etag, { body, link, slug, requestId })
}
