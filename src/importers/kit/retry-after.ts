// Date.parse takes nearly anything for a date, also -1.
const httpDate = /^[A-Z][a-z]{2}, .* GMT$/

/** Milliseconds that a Retry-After header asks to wait, given as seconds or as a date; null where it says nothing. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const moment = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}
