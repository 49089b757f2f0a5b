import { LRUCache } from 'lru-cache'
import { CachedBody } from './cached-body.ts'
import type { Encoding } from './compression.ts'
import type { Municipality } from './municipality.ts'

/** Memory of an entry besides its bytes. */
const overheadBytes = 600

/** A response body, and the header `Link` that belongs to it. */
export interface CachedResponse {
  body: CachedBody
  link: string | undefined
  /** Slug of its municipality. */
  slug: string
}

/** Response bodies by ETag, which names the data version, the route and the normalised request; bounded in bytes. */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  readonly #bytesMax: number
  /** The data version of each municipality that has responses here. */
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

  /** As `CachedBody.parts`; compressed for the first time, the entry takes more memory. */
  partsOf(
    etag: string,
    cached: CachedResponse,
    encoding: Encoding,
    requestId: string,
  ): [Buffer, Buffer] {
    const { size } = cached.body
    const parts = cached.body.parts(encoding, requestId)
    // Another object, because the cache asks the size of a value only once.
    if (cached.body.size !== size) this.#responses.set(etag, { ...cached })
    return parts
  }

  // After an import no request asks for the responses of that municipality; those of others are current.
  #purgeOutdated({ slug, dataVersion, updatedAt }: Municipality): void {
    const version = `${dataVersion} ${updatedAt}`
    if (this.#versions.get(slug) === version) return
    if (this.#versions.has(slug))
      for (const [etag, cached] of [...this.#responses.entries()])
        if (cached.slug === slug) this.#responses.delete(etag)
    this.#versions.set(slug, version)
  }
}
