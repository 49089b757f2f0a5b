import { type Family, familyOf } from './families.ts'

/** The cache of finished pages, as far as it is counted. */
export interface WatchedPages {
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

/** How often a page was cached. */
export function pageFamily({ hits, misses }: WatchedPages): Family {
  return familyOf(
    'counter',
    'reeve_page_cache_requests_total',
    'Requests for a page that may be cached, by whether it was.',
    Object.entries({ hit: hits, miss: misses }).map(([result, count]) => [{ result }, count]),
  )
}

/** How much memory the pages take. */
export function pageBytesFamily(worker: string, { bytes }: WatchedPages): Family {
  const help = 'Bytes of finished pages that are kept now.'
  return familyOf('gauge', 'reeve_page_cache_bytes', help, [[{ worker }, bytes]])
}
