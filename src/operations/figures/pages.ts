import { type Family, series } from './families.ts'

/** The cache of finished pages, as far as it is counted. */
export interface WatchedPages {
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

const requests = 'reeve_page_cache_requests_total'
const bytes = 'reeve_page_cache_bytes'

/** How often a page was cached. */
export function pageFamily({ hits, misses }: WatchedPages): Family {
  return {
    name: requests,
    type: 'counter',
    help: 'Requests for a page that may be cached, by whether it was.',
    samples: Object.entries({ hit: hits, miss: misses }).map(([result, count]) => [
      series(requests, { result }),
      count,
    ]),
  }
}

/** How much memory the pages take. */
export function pageBytesFamily(worker: string, pages: WatchedPages): Family {
  return {
    name: bytes,
    type: 'gauge',
    help: 'Bytes of finished pages that are kept now.',
    samples: [[series(bytes, { worker }), pages.bytes]],
  }
}
