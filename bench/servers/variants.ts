/** A configuration of Reeve that is measured. */
export interface Variant {
  name: string
  settings: Record<string, string>
}

const quiet = { RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' }

/** The defaults, except for the rate limit and request logs. */
export const reeve: Variant = { name: 'Reeve', settings: quiet }

/** Without the response cache. */
export const uncached: Variant = {
  name: 'Reeve, no cache',
  settings: { ...quiet, PAGE_CACHE_MB: '0' },
}
