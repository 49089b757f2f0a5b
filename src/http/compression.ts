import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

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
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['br', 'gzip', 'identity'],
    // Browsers do not compress the forms of the site, and the check costs 2 % of a request.
    globalDecompression: false,
  })
  // Fastify drops the body of HEAD before compression, so Content-Length would differ from GET (RFC 9110 8.6). In
  // reverse order the body is compressed first.
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' && Array.isArray(route.onSend))
      route.onSend = route.onSend.toReversed()
  })
}
