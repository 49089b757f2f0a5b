import type { Answer, Service } from './service.ts'

/** Every answer that the service gives, by path: all pages of all lists, and the detail of every entry. */
export interface Walk {
  v1: Map<string, Answer>
  ocd: Map<string, Answer>
}

/** Walks both families from their lists to every detail. */
export async function walkAnswers(service: Pick<Service, 'v1' | 'ocd'>): Promise<Walk> {
  const v1 = new Map<string, Answer>()
  for (const list of ['meetings', 'people', 'matters', 'motions', 'bylaws']) {
    for (const slug of await walkList(service, list, v1)) {
      v1.set(`${list}/${slug}`, await service.v1(`${list}/${slug}`))
    }
  }
  const ocd = new Map<string, Answer>()
  for (const list of ['jurisdictions', 'organizations', 'people', 'events', 'bills', 'votes']) {
    for (const id of await walkNumbered(service, list, ocd)) {
      ocd.set(`${list}/${id}`, await service.ocd(`${list}/${id}`))
    }
  }
  return { v1, ocd }
}

async function walkList(
  service: Pick<Service, 'v1' | 'ocd'>,
  list: string,
  answers: Map<string, Answer>,
): Promise<string[]> {
  const slugs: string[] = []
  let cursor = ''
  do {
    const path = `${list}?per_page=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await service.v1(path)
    answers.set(path, answer)
    slugs.push(...answer.json.data.map((item: { slug: string }) => item.slug))
    cursor = answer.json.pagination.next_cursor ?? ''
  } while (cursor !== '')
  return slugs
}

async function walkNumbered(
  service: Pick<Service, 'v1' | 'ocd'>,
  list: string,
  answers: Map<string, Answer>,
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const path = `${list}?per_page=100&page=${page}`
    const answer = await service.ocd(path)
    answers.set(path, answer)
    ids.push(...answer.json.results.map((entity: { id: string }) => entity.id))
    last = answer.json.pagination.max_page
  }
  return ids
}
