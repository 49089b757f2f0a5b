import { type MetricFamily, metricFamily } from './metric-family.ts'

/** The cache of finished pages, as far as it is counted. */
export interface ResponseCacheStats {
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

/** How often a page was cached. */
export function cacheRequestsFamily({ hits, misses }: ResponseCacheStats): MetricFamily {
  return metricFamily(
    'counter',
    'reeve_page_cache_requests_total',
    'Requests for a page that may be cached, by whether it was.',
    Object.entries({ hit: hits, miss: misses }).map(([result, count]) => [{ result }, count]),
  )
}

/** How much memory the pages take. */
export function cacheBytesFamily(worker: string, { bytes }: ResponseCacheStats): MetricFamily {
  const help = 'Bytes of finished pages that are kept now.'
  return metricFamily('gauge', 'reeve_page_cache_bytes', help, [[{ worker }, bytes]])
}
