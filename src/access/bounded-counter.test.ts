import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoundedCounter, namesMax } from './bounded-counter.ts'

const seconds = 60
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function flood(counter: BoundedCounter, names: number, count = 1): Promise<void> {
  for (let i = 0; i < names; i += 1)
    for (let n = 0; n < count; n += 1) await counter.add(`flood ${i}`, 1)
}

const countOf = async (counter: BoundedCounter, name: string) => (await counter.add(name, 1)).count

describe('a bounded counter', () => {
  it('counts each name separately until the count expires', async () => {
    const counter = new BoundedCounter(seconds)
    expect([await countOf(counter, 'a'), await countOf(counter, 'a')]).toEqual([1, 2])
    expect(await countOf(counter, 'b')).toBe(1)
    pass(59)
    expect(await counter.get('a')).toEqual({ count: 2, leftMs: 1000 })
    pass(1)
    expect(await counter.get('a')).toMatchObject({ count: 0 })
    expect(await countOf(counter, 'a')).toBe(1)
  })

  it('counts a name for the time that its first event gives', async () => {
    const counter = new BoundedCounter(seconds)
    await counter.add('a', 1, 4)
    expect(await counter.add('a', 1)).toEqual({ count: 2, leftMs: 4000 })
    await counter.delete('a')
    expect(await counter.add('a', 1)).toEqual({ count: 1, leftMs: 60_000 })
  })

  it('stores nothing for a name whose points were all refunded', async () => {
    const counter = new BoundedCounter(seconds)
    for (let i = 0; i < 1000; i += 1) {
      await counter.add(`name ${i}`, 1)
      await counter.add(`name ${i}`, -1)
    }
    expect(counter.size).toBe(0)
  })

  it('never stores more names than its maximum, however many and long they are', async () => {
    const counter = new BoundedCounter(seconds)
    for (let i = 0; i < namesMax + 10_000; i += 1) await counter.add(`${i} ${'x'.repeat(200)}`, 1)
    expect(counter.size).toBeLessThanOrEqual(namesMax)
    expect(counter.size).toBeGreaterThan(namesMax / 2)
  })

  it.each([1, 2, 5])('does not lose a count of %i in a flood of higher counts', async (count) => {
    const counter = new BoundedCounter(seconds, 100)
    for (let i = 0; i < count; i += 1) await counter.add('victim', 1)
    await flood(counter, 500, count + 1)
    expect((await counter.get('victim')).count).toBeGreaterThanOrEqual(count)
    expect(await countOf(counter, 'victim')).toBeGreaterThan(count)
  })

  it('cannot be reset by a flood whose counts are then deleted', async () => {
    const counter = new BoundedCounter(seconds, 100)
    for (let guess = 1; guess <= 10; guess += 1) {
      expect(await countOf(counter, 'victim')).toBeGreaterThanOrEqual(guess)
      await flood(counter, 200, 3)
      for (let i = 0; i < 200; i += 1) await counter.delete(`flood ${i}`)
    }
  })

  it("still counts a newcomer's first failure as one after a flood of single failures", async () => {
    const counter = new BoundedCounter(seconds, 1000)
    await flood(counter, 10_000)
    const counts: number[] = []
    for (let i = 0; i < 100; i += 1) counts.push(await countOf(counter, `newcomer ${i}`))
    expect(counts.filter((count) => count > 1).length).toBeLessThan(10)
    pass(120)
    expect(await countOf(counter, 'newcomer 0')).toBe(1)
  })
})
