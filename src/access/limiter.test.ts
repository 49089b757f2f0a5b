import { describe, expect, it } from 'vitest'
import { SlidingWindow } from './limiter.ts'

// The stress test `schedules` checks which requests are admitted; this test measures the cost.

const windowMs = 60_000

describe('the sliding window', () => {
  it('takes the same time per request for any limit', () => {
    const limit = 1_000_000
    const window = new SlidingWindow(limit, windowMs)
    // If each request scanned all earlier ones, this loop would take hours.
    for (let i = 0; i < limit; i += 1) window.take('busy', i * 0.05)
    expect(window.take('busy', 50_000)).toEqual({ admitted: false, remaining: 0, resetSeconds: 60 })
    expect(window.take('busy', windowMs)).toMatchObject({ admitted: true, remaining: 0 })
  })

  it('uses little memory for many keys, and frees it when they are idle', () => {
    const keys = 100_000
    const window = new SlidingWindow(100, windowMs)
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < keys; i += 1) window.take(`key ${i}`, 1)
    expect(window.size).toBe(keys)
    expect((process.memoryUsage().arrayBuffers - before) / keys).toBeLessThan(200)
    window.take('another', windowMs + 1)
    expect(window.size).toBe(1)
  })

  it('keeps keys that are in use', () => {
    const window = new SlidingWindow(2, windowMs)
    window.take('old', 0)
    window.take('new', 59_000)
    window.take('new', 59_500)
    window.take('other', 60_000)
    expect(window.size).toBe(2)
    expect(window.take('new', 61_000).admitted).toBe(false)
    expect(window.take('old', 61_000).admitted).toBe(true)
  })
})
