import { LRUCache } from 'lru-cache'
import type { Municipality } from './municipality.ts'
import { type Encoding, Page } from './page.ts'

/** What a page costs besides its bytes. */
const overheadBytes = 600

/** A page, and the header `Link` that goes with it. */
export interface Kept {
  page: Page
  link: string | undefined
  /** Slug of its municipality. */
  slug: string
}

/** Finished pages by their ETag, which names the data version, the route and the normalised request; bounded in bytes. */
export class PageCache {
  readonly #pages: LRUCache<string, Kept>
  readonly #bytesMax: number
  /** The state of each municipality of which pages are kept. */
  readonly #states = new Map<string, string>()
  hits = 0
  misses = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#pages = new LRUCache({
      maxSize: Math.max(1, bytesMax),
      sizeCalculation: ({ page, link = '' }) => page.size + link.length + overheadBytes,
    })
  }

  /** Whether anything is kept at all. */
  get isOn(): boolean {
    return this.#bytesMax > 0
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }

  find(municipality: Municipality, etag: string): Kept | undefined {
    this.#forgetOld(municipality)
    const kept = this.#pages.get(etag)
    if (kept === undefined) this.misses += 1
    else this.hits += 1
    return kept
  }

  keep(etag: string, answer: Omit<Kept, 'page'> & { body: string; requestId: string }): void {
    if (!this.isOn) return
    const { body, link, slug, requestId } = answer
    this.#pages.set(etag, { page: Page.of(body, requestId), link, slug })
  }

  /** The bytes of a page for one request, as `Page.parts`. Compressed for the first time, it takes more memory. */
  partsOf(etag: string, kept: Kept, encoding: Encoding, requestId: string): [Buffer, Buffer] {
    const { size } = kept.page
    const parts = kept.page.parts(encoding, requestId)
    if (kept.page.size !== size) this.#pages.set(etag, kept)
    return parts
  }

  // After an import no request asks for the pages of that municipality; those of others are current.
  #forgetOld({ slug, dataVersion, updatedAt }: Municipality): void {
    const state = `${dataVersion} ${updatedAt}`
    if (this.#states.get(slug) === state) return
    if (this.#states.has(slug))
      for (const [etag, kept] of [...this.#pages.entries()])
        if (kept.slug === slug) this.#pages.delete(etag)
    this.#states.set(slug, state)
  }
}
