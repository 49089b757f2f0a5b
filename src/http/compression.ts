import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const compressFromBytes = 1024

/** br and gzip, for answers that are worth it. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
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
