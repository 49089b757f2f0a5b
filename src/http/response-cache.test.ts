import { expect, it } from 'vitest'
import type { Municipality } from './municipality.ts'
import { ResponseCache } from './response-cache.ts'

const inState = (slug: string, dataVersion: number) =>
  ({ slug, dataVersion, updatedAt: '2026-01-01T00:00:00.000Z' }) as Municipality

it('an import of one municipality purges its cached responses and no others', () => {
  const cache = new ResponseCache(1024 * 1024)
  for (const slug of ['ottawa', 'hull']) {
    cache.get(inState(slug, 1), slug)
    cache.set(slug, { body: '{"id":"x"}', link: undefined, slug, requestId: 'x' })
  }
  const bytes = cache.bytes
  expect(cache.get(inState('ottawa', 2), 'ottawa')).toBeUndefined()
  expect(cache.bytes).toBe(bytes / 2)
  expect(cache.get(inState('hull', 1), 'hull')).toBeDefined()
})
