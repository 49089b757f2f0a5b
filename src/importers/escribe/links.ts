import { toUrl } from '../../core/web-url.ts'

/** The absolute http(s) URL of a link; undefined if it is not one. */
export function absoluteUrl(
  link: string | null | undefined,
  portalUrl: string,
): string | undefined {
  const trimmed = link?.trim() ?? ''
  if (trimmed === '' || toUrl(trimmed) !== null) return toUrl(trimmed) ?? undefined
  const url = URL.canParse(trimmed, `${portalUrl}/`) ? new URL(trimmed, `${portalUrl}/`) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** The origin of an absolute http(s) URL. */
export function originOf(link: string | null | undefined): string | undefined {
  const trimmed = link?.trim() ?? ''
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed)
    ? new URL(trimmed).origin
    : undefined
}

/** The URL in the parameter `u` of the portal's share link. */
export function sharedUrl(link: string | null | undefined): string | undefined {
  const query = link?.split('?')[1]
  const shared = query === undefined ? null : new URLSearchParams(query).get('u')
  return originOf(shared) === undefined ? undefined : (shared ?? undefined)
}
