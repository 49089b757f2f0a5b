import type { SiteLocale } from '../locale.ts'
import type { Order } from './find-matching.ts'

/** The search of a council. */
export function searchPath(
  { prefix }: SiteLocale,
  slug: string,
  q: string,
  order: Order = 'best',
): string {
  const path = `${prefix}/${slug}/search`
  const query = { q, ...(order === 'newest' && { sort: 'date' }) }
  return q === '' ? path : `${path}?${new URLSearchParams(query)}`
}
