import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** A content coding that responses can have. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** Shorter responses are sent as they are. */
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

/** br and gzip, for answers that are worth it. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['br', 'gzip', 'identity'],
    // No body is read but the forms of the site, which browsers do not pack. To ask every request costs 2 % of an answer.
    globalDecompression: false,
  })
  // A HEAD route drops the body before compression would see it, and would then promise the length of an answer that
  // GET does not give (RFC 9110 8.6). Compressed first and dropped then, its headers are those of GET.
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' && Array.isArray(route.onSend))
      route.onSend = route.onSend.toReversed()
  })
}
