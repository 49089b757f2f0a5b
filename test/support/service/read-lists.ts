import { expect } from 'vitest'
import { expectDetail, expectList } from './expect.ts'
import type { ApiResponse, Json, Service } from './service.ts'

const pagesMax = 500

/** A path with query parameters; undefined ones are omitted. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(pairs).toString()
  if (text === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** Follows next_cursor from the first page of a v1 list to the last; returns the items of each page. */
export async function readPages(
  service: Service,
  path: string,
  perPage: number,
): Promise<Json[][]> {
  const pages = []
  let cursor: string | undefined
  do {
    expect(pages.length, `${path} does not end`).toBeLessThan(pagesMax)
    const response = await service.v1(withQuery(path, { per_page: perPage, cursor }))
    pages.push(expectList(response))
    cursor = response.json.pagination.next_cursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

/** All items of a v1 list. */
export async function readList(service: Service, path: string, perPage = 100): Promise<Json[]> {
  return (await readPages(service, path, perPage)).flat()
}

/** The detail of every item of a v1 list. */
export async function readDetails(service: Service, list: string): Promise<Json[]> {
  const details = []
  for (const { slug } of await readList(service, list)) {
    details.push(expectDetail(await service.v1(`${list}/${slug}`)))
  }
  return details
}

/** All entities of an OCD list, by raising `page` until `max_page`. */
export async function readOcdList(service: Service, path: string, perPage = 100): Promise<Json[]> {
  const results = []
  let page = 1
  let last = 1
  do {
    expect(page, `${path} does not end`).toBeLessThan(pagesMax)
    const response = await service.ocd(withQuery(path, { per_page: perPage, page }))
    expect(response.status, response.body).toBe(200)
    results.push(...response.json.results)
    last = response.json.pagination.max_page
    page += 1
  } while (page <= last)
  return results
}

/** The detail of every entity of an OCD list. */
export async function readOcdDetails(service: Service, list: string): Promise<Json[]> {
  const details = []
  for (const { id } of await readOcdList(service, list)) {
    details.push((await service.ocd(`${list}/${id}`)).json)
  }
  return details
}

/** The relations of a Link header (RFC 8288), with their URLs. */
export function linksOf(response: ApiResponse): Record<string, string> {
  const links = [...(response.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)]
  return Object.fromEntries(links.map(([, url = '', rel = '']) => [rel, url]))
}
