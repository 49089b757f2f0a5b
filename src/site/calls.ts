import type { SiteConfig } from './tools.ts'

// In double quotes, which the command lines of Windows take as well.

/** A line for a terminal that asks for meetings with a key. */
export function keyedCall({ baseUrl }: SiteConfig, slug: string, key: string): string {
  return `curl -H "X-API-Key: ${key}" "${baseUrl}/api/v1/${slug}/meetings?per_page=3"`
}

/** A line for a terminal that asks for people, which needs no key. */
export function openCall({ baseUrl }: SiteConfig, slug: string): string {
  return `curl "${baseUrl}/api/ocd/${slug}/people?per_page=3"`
}
