import { toUrl } from '../kit/http-url.ts'

/** The link as an absolute http(s) address, read against the portal; undefined when it is none. */
export function absoluteUrl(
  link: string | null | undefined,
  portalUrl: string,
): string | undefined {
  const trimmed = link?.trim() ?? ''
  if (trimmed === '' || toUrl(trimmed) !== null) return toUrl(trimmed) ?? undefined
  const url = URL.canParse(trimmed, `${portalUrl}/`) ? new URL(trimmed, `${portalUrl}/`) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** The scheme and host of an absolute http(s) address. */
export function originOf(link: string | null | undefined): string | undefined {
  const trimmed = link?.trim() ?? ''
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed)
    ? new URL(trimmed).origin
    : undefined
}

/** The address that the portal's share link `Sharing.aspx?u=…` carries. */
export function sharedUrl(link: string | null | undefined): string | undefined {
  const query = link?.split('?')[1]
  const shared = query === undefined ? null : new URLSearchParams(query).get('u')
  return originOf(shared) === undefined ? undefined : (shared ?? undefined)
}
