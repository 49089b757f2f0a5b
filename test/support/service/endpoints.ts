import { openapi } from '../openapi/check-response.ts'
import type { ApiResponse, Service } from './service.ts'

/** The v1 endpoints of the contract (4.1), by their path under `/api/v1/{municipality}/`, and details of 4.4. */
export const v1Paths = [
  'test',
  'meetings',
  'meetings/{slug}',
  'people',
  'people/{slug}',
  'matters',
  'matters/{slug}',
  'motions',
  'motions/{slug}',
  'bylaws',
  'bylaws/{slug}',
  'search',
] as const

export const v1Lists = ['meetings', 'people', 'matters', 'motions', 'bylaws'] as const
export const ocdLists = [
  'jurisdictions',
  'organizations',
  'people',
  'events',
  'bills',
  'votes',
] as const

/** The OCD endpoints of the contract (4.3), by their path under `/api/ocd/{municipality}/`. */
export const ocdPaths = ['', ...ocdLists.flatMap((list) => [list, `${list}/{id}`])]

interface ListCall {
  name: string
  /** Requests the list with these query parameters. */
  call: (query: string) => Promise<ApiResponse>
}

/** Lists of both APIs and search, with a function for each; the service may start later. */
export function listCalls(service: () => Service): ListCall[] {
  return [
    ...v1Lists.map((list) => ({
      name: `v1 ${list}`,
      call: (q: string) => service().v1(`${list}?${q}`),
    })),
    { name: 'v1 search', call: (q: string) => service().v1(`search?q=ditch&${q}`) },
    ...ocdLists.map((list) => ({
      name: `OCD ${list}`,
      call: (q: string) => service().ocd(`${list}?${q}`),
    })),
  ]
}

/** Paths that the contract does not have. */
export const addedPaths = [
  ...['organizations', 'organizations/{slug}', 'votes', 'facets', 'wards', 'attendance'],
  ...[
    'agreement',
    'people/{slug}/agreement',
    'documents/{slug}',
    'declarations',
    'closed-sessions',
    'notices',
    'mayoral-decisions',
    'changes',
    'coverage',
    ...['meetings', 'motions', 'matters'].map((list) => `${list}/{slug}/history`),
  ],
].map((path) => `/api/v1/{municipality}/${path}`)

/** Paths that the contract does not have, without a municipality and a key. */
export const addedOpenPaths = ['/api/v1', '/api/v1/municipalities']

/** Those that need a key. */
export const addedKeyedPaths = ['/api/v1/search']

/** Every path of openapi.json that is in the contract. */
export const documentedPaths = Object.keys(openapi.paths).filter(
  (path) => ![...addedPaths, ...addedOpenPaths, ...addedKeyedPaths].includes(path),
)

/** A valid path for each of the templates, with slugs and ids from the lists. */
export async function addresses(
  service: Service,
  slug: string,
  templates: readonly string[] = documentedPaths,
): Promise<Map<string, string>> {
  const pathsByTemplate = new Map<string, string>()
  for (const path of templates) {
    pathsByTemplate.set(path, await addressOf(service, path.replace('{municipality}', slug)))
  }
  return pathsByTemplate
}

async function addressOf(service: Service, path: string): Promise<string> {
  if (path.endsWith('/search')) return `${path}?q=drainage`
  if (path.endsWith('/documents/{slug}')) return documentOf(service, path)
  if (path.includes('/{slug}')) {
    const [list = '', ofRecord = ''] = path.split('/{slug}')
    const response = await service.call(list, { key: service.key })
    return `${list}/${response.json.data[0].slug}${ofRecord}`
  }
  if (path.endsWith('/{id}')) {
    const list = path.slice(0, -'/{id}'.length)
    return `${list}/${(await service.call(list)).json.results[0].id}`
  }
  return path
}

/** The path of a text of the town, found by a search, because documents have no list. */
async function documentOf(service: Service, path: string): Promise<string> {
  const search = path.replace('documents/{slug}', 'search?q=heron&type=document_sections')
  const { json } = await service.call(search, { key: service.key })
  return path.replace('{slug}', json.data[0].document_slug)
}
