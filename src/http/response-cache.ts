import { LRUCache } from 'lru-cache'
import { CachedBody } from './cached-body.ts'
import type { Encoding } from './compression.ts'
import type { Municipality } from './municipality.ts'

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
    const cached = this.#responses.get(etag)
    if (cached === undefined) this.misses += 1
    else this.hits += 1
    return cached
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
  ): [Buffer, Buffer] {
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
