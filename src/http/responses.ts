import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance, onSendHookHandler } from 'fastify'

/** Sets `X-Request-Id` on every response. The id of a client is never echoed. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** A response, as it is logged and counted. */
export interface LoggedResponse {
  method: string
  route: string
  status: number
  ms: number
  /** Empty without a valid key. */
  keyId: string
  /** The error code of Node's parser, if it rejected the request. */
  reason?: string
}

/** Logs one line per request, with the route instead of the URL, because a query can contain a key. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      keyId: request.apiKeyId,
    })
    done()
  })
}

/** @param requestId For a logger that does not add it. */
export function logResponse(
  log: FastifyBaseLogger,
  { method, route, status, ms, keyId, reason }: LoggedResponse,
  requestId?: string,
): void {
  const rounded = Math.round(ms * 10) / 10
  const key = keyId || undefined
  const line = { reqId: requestId, method, route, status, ms: rounded, key, reason }
  log.info(line, 'request')
}

/** Headers of every JSON response: public data that is never rendered as a page. */
export const apiSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/** One year of HSTS (RFC 6797). */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const

/** Lets pages of any origin read a response. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, X-RateLimit-Limit, Retry-After',
} as const

/** Headers of every response of the API. */
export const apiHeaders = { ...corsHeaders, ...apiSecurityHeaders } as const

/** @param url The public URL of the API. */
export function sendApiHeaders(app: FastifyInstance, url: string): void {
  const secure = url.startsWith('https:') && transportSecurity
  sendHeaders(app, { ...apiHeaders, ...secure })
}

export function sendHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'X-API-Key, Content-Type',
  'access-control-max-age': '86400',
  'content-length': '0',
} as const

/** Handles preflight requests (Fetch standard, 4.8), which carry no key, on every path below that of `app`. */
export function handlePreflights(app: FastifyInstance): void {
  app.options('*', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).headers(preflightHeaders).send(),
  )
}

/** A content coding of responses. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** Shorter responses are not compressed. */
export const compressFromBytes = 1024

/**
 * The encoding of `Accept-Encoding` (RFC 9110 12.5.3) with the highest weight; among equals br, then gzip. `*` and
 * `x-gzip` mean gzip, as in @fastify/compress, so that a cached response has the encoding of an uncached one.
 */
export function preferredEncoding(header: unknown): Encoding {
  const weights = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((text) => text.trim())
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight) || 0]
      }),
  )
  const br = weights.get('br') ?? 0
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  if ((weights.get('identity') ?? 0) > Math.max(br, gzip) || Math.max(br, gzip) === 0)
    return 'identity'
  return gzip > br ? 'gzip' : 'br'
}

/** Compresses responses with br or gzip. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    threshold: compressFromBytes,
    encodings: ['br', 'gzip', 'identity'],
    // The library does not know NDJSON.
    customTypes: /^text\/|[/+-](?:nd)?json(?:;|$)|[/+]xml(?:;|$)/,
    // Browsers do not compress the forms of the site, and the check costs 2 % of a request.
    globalDecompression: false,
  })
  // Fastify drops the body of HEAD before compression, so Content-Length would differ from GET (RFC 9110 8.6). In
  // reverse order the body is compressed first.
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' && Array.isArray(route.onSend))
      route.onSend = (route.onSend as onSendHookHandler<unknown>[]).toReversed().map(unlessEmpty)
  })
}

/** Fastify measures the body of HEAD also where a 304 has none. */
function unlessEmpty(hook: onSendHookHandler<unknown>): onSendHookHandler<unknown> {
  return function (request, reply, payload, done) {
    if (payload === null) done(null, payload)
    else hook.call(this, request, reply, payload, done)
  }
}

// The best quality that does not take longer than the query.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const unfinishedBrotli = { ...brotli, finishFlush: constants.BROTLI_OPERATION_FLUSH }
const unfinishedDeflate: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }

// RFC 1952 2.3: no name, no time, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Starts a compressed text that `closeGzip` or `closeBrotli` completes with a short uncompressed tail. */
export const open = {
  gzip: (text: Buffer) => Buffer.concat([gzipHeader, deflateRawSync(text, unfinishedDeflate)]),
  br: (text: Buffer) => brotliCompressSync(text, unfinishedBrotli),
}

/** Compresses a text without a tail. */
export const compress = {
  gzip: (text: Buffer) => gzipSync(text),
  br: (text: Buffer) => brotliCompressSync(text, brotli),
}

/** A final stored block (RFC 1951 3.2.4), then CRC-32 and length of the whole text (RFC 1952 2.3.1). */
export function closeGzip(tail: Buffer, start: { crc: number; length: number }): Buffer {
  const end = Buffer.alloc(5 + tail.length + 8)
  end[0] = 1
  end.writeUInt16LE(tail.length, 1)
  end.writeUInt16LE(~tail.length & 0xffff, 3)
  tail.copy(end, 5)
  end.writeUInt32LE(crc32(tail, start.crc), 5 + tail.length)
  end.writeUInt32LE(start.length + tail.length, 9 + tail.length)
  return end
}

/** An uncompressed meta-block and the empty last one (RFC 7932 9.2). `tail` must be shorter than 64 KiB. */
export function closeBrotli(tail: Buffer): Buffer {
  const end = Buffer.alloc(3 + tail.length + 1)
  // From the lowest bit: not the last (1), four digits of length (2), its length less one (16), uncompressed (1).
  end.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3)
  tail.copy(end, 3)
  end[3 + tail.length] = 3
  return end
}
