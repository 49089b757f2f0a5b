import { hash } from 'node:crypto'
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { Municipality } from './admission.ts'
import type { RequestQueue } from './request-queue.ts'
import {
  closeBrotli,
  closeGzip,
  compress,
  compressFromBytes,
  type Encoding,
  open,
  preferredEncoding,
} from './responses.ts'

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
export function revalidateByContent(
  app: FastifyInstance,
  policy: 'public' | 'keyed' = 'public',
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      if (policy === 'keyed') reply.header('vary', 'X-API-Key')
      reply.header('cache-control', 'no-store')
      return done(null, payload)
    }
    const etag = weakTag(payload.replace(request.id, ''))
    reply.headers(cachingHeaders(policy, etag, request))
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

const tagLength = 22
const rememberedBytesMax = 4 * 2 ** 20
/** Estimated memory of a remembered ETag besides its URL. */
const etagOverheadBytes = 300

interface EtagOptions {
  /** What all responses depend on, such as the release. */
  build: string
  clock: Clock
  /** What else a body depends on. */
  variant: (request: FastifyRequest) => string
}

/**
 * ETags of responses about a municipality, computed before any query runs from the data version and the request. They
 * are remembered by URL.
 */
export class Etags {
  readonly #options: EtagOptions
  readonly #remembered = new LRUCache<string, { state: string; etag: string }>({
    maxSize: rememberedBytesMax,
    sizeCalculation: (_, url) => url.length + etagOverheadBytes,
  })

  constructor(options: EtagOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#remembered.calculatedSize
  }

  of(request: FastifyRequest): string {
    const { url, keyInUrl } = request
    const state = this.#stateOf(request)
    const remembered = this.#remembered.get(url)
    if (remembered?.state === state) return remembered.etag
    const etag = etagOf(request, state)
    if (keyInUrl !== true) this.#remembered.set(url, { state, etag })
    return etag
  }

  #stateOf(request: FastifyRequest): string {
    const { build, clock, variant } = this.#options
    const { dataVersion, updatedAt, timeZone } = request.municipality
    // A rebuilt or restored database can repeat a version, but not its time; current memberships depend on the date.
    const today = dateInZone(clock.now(), timeZone)
    return `${build} ${dataVersion} ${updatedAt} ${today} ${variant(request)}`
  }
}

function etagOf({ query, routeOptions, params }: FastifyRequest, state: string): string {
  // Discovery has a second route with a trailing slash.
  const route = routeOptions.url?.replace(/\/$/, '')
  const parameters = Object.entries(query as Record<string, unknown>).sort()
  return weakTag(JSON.stringify([state, route, params, parameters]))
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

/** Whether `If-None-Match` is `*`, which matches any existing response. */
export function matchesAny(header: string | undefined): boolean {
  return header?.trim() === '*'
}

/** The kernel copies a body of this size in about 0.1 ms. */
const quickBytesMax = 256 * 1024

/** Estimated memory of an entry besides its bytes. */
const responseOverheadBytes = 600

export interface CachedResponse {
  body: CachedBody
  link: string | undefined
  /** Slug of its municipality. */
  slug: string
}

/** Response bodies by ETag; bounded in bytes, least recently used evicted first. */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  readonly #bytesMax: number
  /** The current data version by municipality slug. */
  readonly #versions = new Map<string, string>()
  hits = 0
  misses = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#responses = new LRUCache({
      maxSize: Math.max(1, bytesMax),
      sizeCalculation: ({ body, link = '' }) => body.size + link.length + responseOverheadBytes,
    })
  }

  get bytes(): number {
    return this.#responses.calculatedSize
  }

  get(municipality: Municipality, etag: string): CachedResponse | undefined {
    this.#purgeOutdated(municipality)
    return this.#responses.get(etag)
  }

  set(
    etag: string,
    response: Omit<CachedResponse, 'body'> & { body: string; requestId: string },
  ): void {
    if (this.#bytesMax === 0) return
    const { body, requestId, link, slug } = response
    this.#responses.set(etag, { body: new CachedBody(body, requestId), link, slug })
  }

  /** As `CachedBody.parts`; the first compression makes the entry larger. */
  partsOf(
    etag: string,
    cached: CachedResponse,
    encoding: Encoding,
    requestId: string,
  ): [Buffer, Buffer | string] {
    const { size } = cached.body
    const parts = cached.body.parts(encoding, requestId)
    // A new object, because lru-cache computes the size of a value only once.
    if (cached.body.size !== size) this.#responses.set(etag, { ...cached })
    return parts
  }

  // An import makes all responses of its municipality unreachable, and only those.
  #purgeOutdated({ slug, dataVersion, updatedAt }: Municipality): void {
    const version = `${dataVersion} ${updatedAt}`
    if (this.#versions.get(slug) === version) return
    if (this.#versions.has(slug))
      for (const [etag, cached] of [...this.#responses.entries()])
        if (cached.slug === slug) this.#responses.delete(etag)
    this.#versions.set(slug, version)
  }
}

/**
 * A response body without its request id, which differs in every response. The id comes last, so the part before it is
 * compressed once, and the rest is appended uncompressed.
 */
export class CachedBody {
  readonly #before: Buffer
  /** The part after the id; null if the body has no id. */
  readonly #after: string | null
  readonly #compressed = new Map<Encoding, Buffer>()
  #crc: number | undefined

  constructor(body: string, requestId: string) {
    const at = body.lastIndexOf(requestId)
    this.#before = Buffer.from(at === -1 ? body : body.slice(0, at))
    this.#after = at === -1 ? null : body.slice(at + requestId.length)
  }

  /** In bytes, including the compressed copies. */
  get size(): number {
    let size = this.#before.length
    for (const { length } of this.#compressed.values()) size += length
    return size
  }

  /** Uncompressed length in bytes. */
  lengthFor(requestId: string): number {
    return this.#before.length + Buffer.byteLength(this.#tail(requestId))
  }

  /** Whether `parts` compresses nothing, and has few bytes to write. */
  isQuick(encoding: Encoding): boolean {
    const head = encoding === 'identity' ? this.#before : this.#compressed.get(encoding)
    return head !== undefined && head.length <= quickBytesMax
  }

  /** The bytes of one response in two parts; the first is the same for all requests. */
  parts(encoding: Encoding, requestId: string): [Buffer, Buffer | string] {
    const text = this.#tail(requestId)
    const head = this.#headAs(encoding)
    if (encoding === 'identity' || text === '') return [head, text]
    const tail = Buffer.from(text)
    if (encoding === 'br') return [head, closeBrotli(tail)]
    this.#crc ??= crc32(this.#before)
    return [head, closeGzip(tail, { crc: this.#crc, length: this.#before.length })]
  }

  #tail(requestId: string): string {
    return this.#after === null ? '' : requestId + this.#after
  }

  #headAs(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.#before
    const existing = this.#compressed.get(encoding)
    if (existing !== undefined) return existing
    const compressed = (this.#after === null ? compress : open)[encoding](this.#before)
    this.#compressed.set(encoding, compressed)
    return compressed
  }
}
