import { isMunicipalitySlug, isReservedSlug } from '../../core/municipality-slug.ts'
import { parseWebUrl } from '../../core/web-url.ts'

/** A municipality on a Reeve, by the address of one of its pages, lists or files. */
export interface Address {
  origin: string
  /** Null if the address names none. */
  slug: string | null
}

const below = /^(?:\/fr)?(?:\/api\/v1|\/api\/ocd|\/bulk)?\/([^/]+)/

/** The municipality in the URL of a page of a Reeve; undefined if it cannot be one. */
export function addressOf(location: string): Address | undefined {
  const url = parseWebUrl(location)
  if (url === undefined || url.username !== '' || url.password !== '') return undefined
  const [, slug = ''] = below.exec(url.pathname) ?? []
  return {
    origin: url.origin,
    slug: isMunicipalitySlug(slug) && !isReservedSlug(slug) ? slug : null,
  }
}
