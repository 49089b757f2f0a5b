import { describe, expect, it } from 'vitest'
import { filesFor, windowsOf } from './windows.ts'

describe('the files of a sitemap', () => {
  const counts = { meetings: 4000, motions: 25_000, matters: 0, bylaws: 2 }
  const total = 29_002

  it('have each record once, and at most 10,000 of them', () => {
    const seen = { meetings: 0, motions: 0, matters: 0, bylaws: 0 }
    for (let part = 1; part <= filesFor(total); part += 1) {
      const windows = windowsOf(counts, part)
      let records = 0
      for (const [list, { offset, limit }] of Object.entries(windows)) {
        if (limit > 0) expect(offset).toBe(seen[list as keyof typeof seen])
        seen[list as keyof typeof seen] += limit
        records += limit
      }
      expect(records).toBe(part < 3 ? 10_000 : 9_002)
    }
    expect(seen).toEqual(counts)
  })

  it('are at least one', () => {
    expect([0, 1, 10_000, 10_001].map(filesFor)).toEqual([1, 1, 1, 2])
  })
})
