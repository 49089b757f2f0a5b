/** A way to run Reeve that is measured: what the report calls it, and its settings. */
export interface Variant {
  name: string
  settings: Record<string, string>
}

const quiet = { RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' }

/** As it comes; but for the limit, and a line of log for each request. */
export const reeve: Variant = { name: 'Reeve', settings: quiet }

/** The same, where each page is made anew for each request. */
export const uncached: Variant = {
  name: 'Reeve, no page cache',
  settings: { ...quiet, PAGE_CACHE_MB: '0' },
}
