import type { Language } from '../../src/core/languages.ts'
import { headingId } from './doc.ts'

/** What links are resolved with. */
export interface LinkContext {
  /** Folder in `docs/` of the page that has the link. */
  folder: string
  /** Of that page. */
  language: Language
  /** URL path of a file in `docs/`, without its extension; undefined where the site does not have it. */
  pathOf(name: string): string | undefined
}

const pictures = /^\/assets\/(?:data-model[.]svg|design\/[a-z-]+[.]webp)$/

/** URLs of the site that a page names in code, because they cannot be links in the repository. */
const urlsInCode = new Set([
  '/signup',
  '/fr/signup',
  '/settings/api-keys',
  '/fr/settings/api-keys',
  '/api/v1/docs',
  '/api/v1/openapi.json',
])

/** Where a link leads: to a page of the site, another site or the repository; undefined if it is none of them. */
export function hrefOf(link: string, context: LinkContext): string | undefined {
  if (link.startsWith('https://')) return link
  if (link.startsWith('#')) return fragmentOf(link)
  const target = fileOf(link, context.folder)
  if (target === undefined) return undefined
  const name = /^\/docs\/(.+)\.md$/.exec(target.pathname)?.[1]
  const path = name === undefined ? undefined : context.pathOf(name)
  if (path !== undefined) return path + fragmentOf(target.hash)
  return `repository:${target.pathname}${target.hash}`
}

// GitHub changes anchors to lower case.
function fragmentOf(hash: string): string {
  return hash === '' ? '' : `#${headingId(decodeURIComponent(hash.slice(1)))}`
}

/** A relative link as a path from the root of the repository. */
function fileOf(link: string, folder: string): URL | undefined {
  const base = `repository:///docs/${folder}/`
  if (!URL.canParse(link, base)) return undefined
  const url = new URL(link, base)
  return url.protocol === 'repository:' && url.host === '' ? url : undefined
}

/** Where a picture of the site is in the repository; undefined for any other picture. */
export function pictureOf(link: string, { folder }: LinkContext): string | undefined {
  const path = fileOf(link, folder)?.pathname ?? ''
  return pictures.test(path) ? path : undefined
}

/** The page of the site whose URL is in code, if it is one. */
export function pageInCode(code: string): string | undefined {
  return urlsInCode.has(code) ? code : undefined
}
