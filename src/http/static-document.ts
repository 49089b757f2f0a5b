import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matches, matchesAny } from './caching.ts'
import { compressFromBytes, type Encoding, preferredEncoding } from './responses.ts'

/** `Cache-Control` of URLs that contain a digest of their content. */
export const forever = 'public, max-age=31536000, immutable'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

interface Content {
  bytes: Buffer
  etag: string
}

export interface StaticDocumentOptions {
  type: string
  cacheControl: string
  build: () => string | Buffer
  /** What the content is made from, if that can change. */
  version?: () => unknown
}

/** A response that hardly changes: built at the first request of each version, and compressed once per encoding. */
export class StaticDocument {
  readonly #type: string
  readonly #cacheControl: string
  readonly #build: () => string | Buffer
  readonly #versionNow: () => unknown
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #content: Content | undefined
  #version: unknown

  constructor(options: StaticDocumentOptions) {
    this.#type = options.type
    this.#cacheControl = options.cacheControl
    this.#build = options.build
    this.#versionNow = options.version ?? (() => undefined)
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { bytes, etag } = this.#contentOf()
    reply.headers({ etag, 'cache-control': this.#cacheControl, vary: 'accept-encoding' })
    const condition = request.headers['if-none-match']
    if (matchesAny(condition) || matches(condition, etag)) return reply.code(304).send()
    const isLong = bytes.length >= compressFromBytes
    const encoding = isLong ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
    const body = encoding === 'identity' ? bytes : await this.#compress(bytes, encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(this.#type).send(body)
  }

  #contentOf(): Content {
    const version = this.#versionNow()
    if (this.#content === undefined || this.#version !== version) {
      this.#version = version
      this.#compressed.clear()
      const bytes = Buffer.from(this.#build())
      // Weak (RFC 9110 8.8.1), because all encodings share it.
      this.#content = { bytes, etag: `W/"${hash('sha1', bytes, 'base64url')}"` }
    }
    return this.#content
  }

  // Asynchronous, because compressing Swagger UI would block the event loop.
  #compress(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
    const existing = this.#compressed.get(encoding)
    if (existing !== undefined) return existing
    const compressed = encoding === 'br' ? brotliAsync(bytes, brotli) : gzipAsync(bytes)
    this.#compressed.set(encoding, compressed)
    // After a failure the next request tries again.
    compressed.catch(() => this.#compressed.delete(encoding))
    return compressed
  }
}
