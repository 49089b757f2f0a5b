import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoundedCounter, namesMax } from './bounded-counter.ts'

const rule = { points: 5, duration: 60 }
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function flood(counter: BoundedCounter, names: number, count = 1): Promise<void> {
  for (let i = 0; i < names; i += 1)
    for (let n = 0; n < count; n += 1) await counter.penalty(`flood ${i}`)
}

const countOf = async (counter: BoundedCounter, name: string) =>
  (await counter.penalty(name)).consumedPoints

describe('a bounded counter', () => {
  it('counts each name separately until the count expires', async () => {
    const counter = new BoundedCounter(rule)
    expect([await countOf(counter, 'a'), await countOf(counter, 'a')]).toEqual([1, 2])
    expect(await countOf(counter, 'b')).toBe(1)
    pass(59)
    expect((await counter.get('a'))?.msBeforeNext).toBe(1000)
    pass(1)
    expect(await counter.get('a')).toBeNull()
    expect(await countOf(counter, 'a')).toBe(1)
  })

  it('throws above the limit, with the time until the count expires', async () => {
    const counter = new BoundedCounter({ points: 1, duration: 60 })
    await counter.consume('a', 1, { customDuration: 4 })
    await expect(counter.consume('a')).rejects.toMatchObject({ msBeforeNext: 4000 })
    await counter.delete('a')
    await expect(counter.consume('a')).resolves.toMatchObject({ consumedPoints: 1 })
  })

  it('stores nothing for a name whose points were all refunded', async () => {
    const counter = new BoundedCounter(rule)
    for (let i = 0; i < 1000; i += 1) {
      await counter.penalty(`name ${i}`)
      await counter.reward(`name ${i}`)
    }
    expect(counter.size).toBe(0)
  })

  it('never stores more names than its maximum, however many and long they are', async () => {
    const counter = new BoundedCounter(rule)
    for (let i = 0; i < namesMax + 10_000; i += 1) await counter.penalty(`${i} ${'x'.repeat(200)}`)
    expect(counter.size).toBeLessThanOrEqual(namesMax)
    expect(counter.size).toBeGreaterThan(namesMax / 2)
  })

  it.each([1, 2, 5])('does not lose a count of %i in a flood of higher counts', async (count) => {
    const counter = new BoundedCounter(rule, 100)
    for (let i = 0; i < count; i += 1) await counter.penalty('victim')
    await flood(counter, 500, count + 1)
    expect((await counter.get('victim'))?.consumedPoints).toBeGreaterThanOrEqual(count)
    expect(await countOf(counter, 'victim')).toBeGreaterThan(count)
  })

  it('cannot be reset by a flood whose counts are then deleted', async () => {
    const counter = new BoundedCounter(rule, 100)
    for (let guess = 1; guess <= 10; guess += 1) {
      expect(await countOf(counter, 'victim')).toBeGreaterThanOrEqual(guess)
      await flood(counter, 200, 3)
      for (let i = 0; i < 200; i += 1) await counter.delete(`flood ${i}`)
    }
  })

  it("still counts a newcomer's first failure as one after a flood of single failures", async () => {
    const counter = new BoundedCounter(rule, 1000)
    await flood(counter, 10_000)
    const counts: number[] = []
    for (let i = 0; i < 100; i += 1) counts.push(await countOf(counter, `newcomer ${i}`))
    expect(counts.filter((count) => count > 1).length).toBeLessThan(10)
    pass(120)
    expect(await countOf(counter, 'newcomer 0')).toBe(1)
  })
})
