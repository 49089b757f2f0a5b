import { Wire } from '../../stress/kit/wire.ts'
import type { Subject } from './subject.ts'

/** A kind of request; its paths are requested in rotation. */
export interface Kind {
  name: string
  paths: readonly string[]
}

/** Several details, so that not only one row is in memory. */
export const detailCount = 16

/** The requests of the goals: pages of lists, details, and a page of Open Civic Data. */
export async function listRequestKinds(subject: Subject, slug: string): Promise<Kind[]> {
  const v1 = `/api/v1/${slug}`
  const detailsOf = async (list: string) => {
    const { data } = await fetchJson<{ data: { slug: string }[] }>(
      subject,
      `${v1}/${list}?per_page=${detailCount}`,
    )
    return data.map((item) => `${v1}/${list}/${item.slug}`)
  }
  return [
    { name: 'meetings, page of 20', paths: [`${v1}/meetings`] },
    { name: 'votes, page of 20', paths: [`${v1}/votes`] },
    { name: 'person', paths: await detailsOf('people') },
    { name: 'motion', paths: await detailsOf('motions') },
    { name: 'OCD events, page of 20', paths: [`/api/ocd/${slug}/events`] },
  ]
}

export function filterByName<K extends { name: string }>(
  kinds: readonly K[],
  only: string | undefined,
): K[] {
  return kinds.filter(({ name }) => only === undefined || name.includes(only))
}

/** Throws unless the status is 200. */
export async function fetchJson<T>({ port, keys }: Subject, path: string): Promise<T> {
  const wire = new Wire(port, 1)
  try {
    const headers: Record<string, string> = keys[0] === undefined ? {} : { 'x-api-key': keys[0] }
    const { status, body } = await wire.send({ method: 'GET', target: path, headers })
    if (status !== 200) throw new Error(`${status} to ${path}: ${body.slice(0, 300)}`)
    return JSON.parse(body) as T
  } finally {
    wire.close()
  }
}

/** Finds the path of the page that starts `rows` rows into a list, by following cursors. */
export async function findDeepPage(subject: Subject, list: string, rows: number): Promise<string> {
  const wire = new Wire(subject.port, 1)
  const headers = { 'x-api-key': subject.keys[0] ?? '' }
  let target = list
  try {
    for (let done = 0; done < rows; done += deepPageSize) {
      const { body } = await wire.send({ method: 'GET', target: withSize(target), headers })
      const { pagination } = JSON.parse(body) as { pagination: { next_cursor: string | null } }
      if (pagination.next_cursor === null) throw new Error(`${list} ends before row ${rows}`)
      target = `${list}?cursor=${pagination.next_cursor}`
    }
    return target
  } finally {
    wire.close()
  }
}

const deepPageSize = 100

function withSize(target: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}per_page=${deepPageSize}`
}
