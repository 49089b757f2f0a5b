import { parseWebUrl, toUrl } from '../../core/web-url.ts'

/** The absolute http(s) URL of a link; undefined if it is not one. */
export function absoluteUrl(
  link: string | null | undefined,
  portalUrl: string,
): string | undefined {
  const trimmed = link?.trim() ?? ''
  if (trimmed === '' || toUrl(trimmed) !== null) return toUrl(trimmed) ?? undefined
  return parseWebUrl(trimmed, `${portalUrl}/`)?.href
}

/** The origin of an absolute http(s) URL. */
export function originOf(link: string | null | undefined): string | undefined {
  return parseWebUrl(link?.trim() ?? '')?.origin
}

/** The URL in the parameter `u` of the portal's share link. */
export function sharedUrl(link: string | null | undefined): string | undefined {
  const query = link?.split('?')[1]
  const shared = query === undefined ? null : new URLSearchParams(query).get('u')
  return originOf(shared) === undefined ? undefined : (shared ?? undefined)
}
