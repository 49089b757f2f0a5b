import { expect } from 'vitest'
import { readList, withQuery } from './read-lists.ts'
import type { Service } from './service.ts'

/** The items of a list that match filters, and all others. */
export async function splitList(
  service: Service,
  list: string,
  query: Record<string, string | number | boolean>,
) {
  const all = await readList(service, list)
  const matches = await readList(service, withQuery(list, query))
  const slugs = new Set(matches.map(({ slug }) => slug))
  expect(matches).toEqual(all.filter(({ slug }) => slugs.has(slug)))
  return { matches, others: all.filter(({ slug }) => !slugs.has(slug)) }
}
