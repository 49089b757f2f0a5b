import type { SiteConfig } from './tools.ts'

/** A curl command that needs a key. In double quotes, which Windows accepts too. */
export function keyedCall({ baseUrl }: SiteConfig, slug: string, key: string): string {
  return `curl -H "X-API-Key: ${key}" "${baseUrl}/api/v1/${slug}/meetings?per_page=3"`
}
