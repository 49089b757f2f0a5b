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

it('counts compressed bodies, and drops the least recently used responses for them', () => {
  const cache = new ResponseCache(8_000)
  const ottawa = inState('ottawa', 1)
  const body = `${Array.from({ length: 200 }, (_, i) => `culvert ${i} `).join('')}x`
  for (const etag of ['first', 'second']) {
    cache.get(ottawa, etag)
    cache.set(etag, { body, link: undefined, slug: 'ottawa', requestId: 'x' })
  }
  const plain = cache.bytes
  const cached = cache.get(ottawa, 'second')
  if (cached === undefined) throw new Error('not cached')
  const [head] = cache.partsOf('second', cached, 'gzip', 'x')
  expect(cache.bytes).toBe(plain + head.length)
  const small = new ResponseCache(plain)
  for (const etag of ['first', 'second'])
    small.set(etag, { body, link: undefined, slug: 'ottawa', requestId: 'x' })
  small.get(ottawa, 'first')
  const second = small.get(ottawa, 'second')
  if (second !== undefined) small.partsOf('second', second, 'br', 'x')
  expect(small.get(ottawa, 'first')).toBeUndefined()
  expect(small.bytes).toBeLessThanOrEqual(plain)
})
