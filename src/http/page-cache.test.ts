import { expect, it } from 'vitest'
import type { Municipality } from './municipality.ts'
import { PageCache } from './page-cache.ts'

const inState = (slug: string, dataVersion: number) =>
  ({ slug, dataVersion, updatedAt: '2026-01-01T00:00:00.000Z' }) as Municipality

it('an import of one municipality purges its cached responses and no others', () => {
  const pages = new PageCache(1024 * 1024)
  for (const slug of ['ottawa', 'hull']) {
    pages.find(inState(slug, 1), slug)
    pages.keep(slug, { body: '{"id":"x"}', link: undefined, slug, requestId: 'x' })
  }
  const bytes = pages.bytes
  expect(pages.find(inState('ottawa', 2), 'ottawa')).toBeUndefined()
  expect(pages.bytes).toBe(bytes / 2)
  expect(pages.find(inState('hull', 1), 'hull')).toBeDefined()
})
