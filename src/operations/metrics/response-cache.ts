import { type MetricFamily, metricFamily } from './metric-family.ts'

export interface ResponseCacheStats {
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

export function cacheRequestsFamily({ hits, misses }: ResponseCacheStats): MetricFamily {
  return metricFamily(
    'counter',
    'reeve_page_cache_requests_total',
    'Requests for cacheable responses, by hit or miss.',
    Object.entries({ hit: hits, miss: misses }).map(([result, count]) => [{ result }, count]),
  )
}

export function cacheBytesFamily(worker: string, { bytes }: ResponseCacheStats): MetricFamily {
  const help = 'Bytes of cached responses.'
  return metricFamily('gauge', 'reeve_page_cache_bytes', help, [[{ worker }, bytes]])
}
