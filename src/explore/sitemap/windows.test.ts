import { describe, expect, it } from 'vitest'
import { filesFor, windowsOf } from './sitemap.ts'

describe('the files of a sitemap', () => {
  const counts = { meetings: 400, motions: 2500, matters: 0, bylaws: 2 }
  const total = 2902

  it('have each record once, and at most 1,000 of them', () => {
    const seen = { meetings: 0, motions: 0, matters: 0, bylaws: 0 }
    for (let part = 1; part <= filesFor(total); part += 1) {
      const windows = windowsOf(counts, part)
      let records = 0
      for (const [list, { offset, limit }] of Object.entries(windows)) {
        if (limit > 0) expect(offset).toBe(seen[list as keyof typeof seen])
        seen[list as keyof typeof seen] += limit
        records += limit
      }
      expect(records).toBe(part < 3 ? 1000 : 902)
    }
    expect(seen).toEqual(counts)
  })

  it('are at least one', () => {
    expect([0, 1, 1000, 1001].map(filesFor)).toEqual([1, 1, 1, 2])
  })
})
