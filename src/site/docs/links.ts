import { assets } from '../assets.ts'
import { headingId } from './heading-id.ts'

// Pages of the repository that the site has in another form.
const elsewhere: Record<string, string> = {
  '../reference/api.md': '/api/v1/docs',
  '../reference/errors.md': '/docs/errors',
}

const pictures: Record<string, string> = { '../../assets/data-model.svg': assets.dataModel.path }

/** Addresses of the site that a guide names in code, since in the repository they cannot be links. */
const pages = new Set(['/signup', '/settings/api-keys', '/api/v1/openapi.json'])

/** Where a link of a guide leads on the site; undefined where only the repository has the page. */
export function hrefOf(link: string): string | undefined {
  if (link.startsWith('https://')) return link
  const [path = '', fragment] = link.split('#')
  const page = path === '' ? '' : pageOf(path)
  if (page === undefined) return undefined
  return fragment === undefined ? page : `${page}#${headingId(fragment)}`
}

function pageOf(path: string): string | undefined {
  const guide = /^([a-z-]+)\.md$/.exec(path)?.[1]
  return guide === undefined ? elsewhere[path] : `/docs/${guide}`
}

/** Where a picture of a guide is on the site; undefined for any that is not its own. */
export function pictureOf(link: string): string | undefined {
  return pictures[link]
}

/** The page of the site whose address stands in code, if it is one. */
export function pageInCode(code: string): string | undefined {
  return pages.has(code) ? code : undefined
}
