import { expect } from 'vitest'
import type { Service } from './service.ts'
import { walkList, withQuery } from './walk-lists.ts'

/** Items of a list under filters, and all the others. */
export async function splitList(
  service: Service,
  list: string,
  query: Record<string, string | number | boolean>,
) {
  const all = await walkList(service, list)
  const found = await walkList(service, withQuery(list, query))
  const slugs = new Set(found.map(({ slug }) => slug))
  expect(found).toEqual(all.filter(({ slug }) => slugs.has(slug)))
  return { found, rest: all.filter(({ slug }) => !slugs.has(slug)) }
}
