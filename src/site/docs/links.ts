import { assets } from '../assets.ts'
import { headingId } from './doc.ts'
import type { Library } from './library.ts'

/** What links are resolved with. */
export interface LinkContext {
  /** Folder in `docs/` of the page that has the link. */
  folder: string
  library: Pick<Library, 'pathOf'>
  /** The repository, where the operator names it. */
  sourceUrl: string | null
}

const pictures: Record<string, string> = { '/assets/data-model.svg': assets.dataModel.path }

/** URLs of the site that a page names in code, because they cannot be links in the repository. */
const urlsInCode = new Set([
  '/signup',
  '/settings/api-keys',
  '/api/v1/docs',
  '/api/v1/openapi.json',
])

/** Where a link leads: to a page of the site or another site; undefined if only the repository has it. */
export function hrefOf(link: string, context: LinkContext): string | undefined {
  if (link.startsWith('https://')) return link
  if (link.startsWith('#')) return fragmentOf(link)
  const target = fileOf(link, context.folder)
  if (target === undefined) return undefined
  const name = /^\/docs\/(.+)\.md$/.exec(target.pathname)?.[1]
  const path = name === undefined ? undefined : context.library.pathOf(name)
  if (path !== undefined) return path + fragmentOf(target.hash)
  const repository = repositoryFiles(context.sourceUrl)
  return repository && repository + target.pathname + target.hash
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

/** Where the files of a repository can be read, on the hosts whose URLs are known. */
function repositoryFiles(sourceUrl: string | null): string | undefined {
  const repository = sourceUrl?.replace(/(\.git)?\/?$/, '') ?? ''
  if (/^https:\/\/github\.com\/[^/]+\/[^/]+$/.test(repository)) return `${repository}/blob/HEAD`
  if (/^https:\/\/gitlab\.com\/.+\/[^/]+$/.test(repository)) return `${repository}/-/blob/HEAD`
  return undefined
}

/** Where a picture is on the site; undefined for any other picture. */
export function pictureOf(link: string, { folder }: LinkContext): string | undefined {
  return pictures[fileOf(link, folder)?.pathname ?? '']
}

/** The page of the site whose URL is in code, if it is one. */
export function pageInCode(code: string): string | undefined {
  return urlsInCode.has(code) ? code : undefined
}
