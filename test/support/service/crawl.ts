import { registerNames } from '../../../src/store/registers.ts'
import type { ApiResponse, Service } from './service.ts'

/** Every response of the service, by path: all pages of all lists, and the detail of every entry. */
export interface Crawled {
  v1: Map<string, ApiResponse>
  ocd: Map<string, ApiResponse>
}

/** Reads all pages of both APIs and every detail. */
export async function crawl(service: Pick<Service, 'v1' | 'ocd'>): Promise<Crawled> {
  const v1 = new Map<string, ApiResponse>()
  for (const list of ['meetings', 'organizations', 'people', 'matters', 'motions', 'bylaws']) {
    for (const slug of await readList(service, list, v1)) {
      v1.set(`${list}/${slug}`, await service.v1(`${list}/${slug}`))
    }
  }
  // A vote has no page of its own.
  await readList(service, 'votes', v1)
  await readList(service, 'agreement', v1)
  // The numbers of lines of attendance are those of one import.
  for (const register of registerNames.filter((name) => name !== 'attendance'))
    await readList(service, register, v1)
  v1.set('facets', await service.v1('facets'))
  return { v1, ocd: await crawlOcd(service) }
}

/** Reads all pages of Open Civic Data and every entity. */
export async function crawlOcd(service: Pick<Service, 'v1' | 'ocd'>): Promise<Crawled['ocd']> {
  const ocd = new Map<string, ApiResponse>()
  for (const list of ['jurisdictions', 'organizations', 'people', 'events', 'bills', 'votes']) {
    for (const id of await readNumberedPages(service, list, ocd)) {
      ocd.set(`${list}/${id}`, await service.ocd(`${list}/${id}`))
    }
  }
  return ocd
}

async function readList(
  service: Pick<Service, 'v1' | 'ocd'>,
  list: string,
  responses: Map<string, ApiResponse>,
): Promise<string[]> {
  const slugs: string[] = []
  let cursor = ''
  do {
    const path = `${list}?per_page=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await service.v1(path)
    responses.set(path, response)
    slugs.push(...response.json.data.map((item: { slug: string }) => item.slug))
    cursor = response.json.pagination.next_cursor ?? ''
  } while (cursor !== '')
  return slugs
}

async function readNumberedPages(
  service: Pick<Service, 'v1' | 'ocd'>,
  list: string,
  responses: Map<string, ApiResponse>,
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const path = `${list}?per_page=100&page=${page}`
    const response = await service.ocd(path)
    responses.set(path, response)
    ids.push(...response.json.results.map((entity: { id: string }) => entity.id))
    last = response.json.pagination.max_page
  }
  return ids
}
