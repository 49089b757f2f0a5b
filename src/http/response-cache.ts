import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { closeBrotli, closeGzip, compress, type Encoding, open } from './compression.ts'
import type { Municipality } from './municipality.ts'

/** The kernel copies a body of this size in about 0.1 ms. */
const quickBytesMax = 256 * 1024

/** Estimated memory of an entry besides its bytes. */
const overheadBytes = 600

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
      sizeCalculation: ({ body, link = '' }) => body.size + link.length + overheadBytes,
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
