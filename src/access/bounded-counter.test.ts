import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoundedCounter, namesMax } from './bounded-counter.ts'

const rule = { points: 5, duration: 60 }
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function flood(counter: BoundedCounter, names: number, each = 1): Promise<void> {
  for (let i = 0; i < names; i += 1)
    for (let n = 0; n < each; n += 1) await counter.penalty(`flood ${i}`)
}

const countOf = async (counter: BoundedCounter, name: string) =>
  (await counter.penalty(name)).consumedPoints

describe('a bounded counter', () => {
  it('counts each name by itself until its time is over', async () => {
    const counter = new BoundedCounter(rule)
    expect([await countOf(counter, 'a'), await countOf(counter, 'a')]).toEqual([1, 2])
    expect(await countOf(counter, 'b')).toBe(1)
    pass(59)
    expect((await counter.get('a'))?.msBeforeNext).toBe(1000)
    pass(1)
    expect(await counter.get('a')).toBeNull()
    expect(await countOf(counter, 'a')).toBe(1)
  })

  it('throws what is over its points, with the time until it is over', async () => {
    const counter = new BoundedCounter({ points: 1, duration: 60 })
    await counter.consume('a', 1, { customDuration: 4 })
    await expect(counter.consume('a')).rejects.toMatchObject({ msBeforeNext: 4000 })
    await counter.delete('a')
    await expect(counter.consume('a')).resolves.toMatchObject({ consumedPoints: 1 })
  })

  it('holds nothing of a name whose points were given back', async () => {
    const counter = new BoundedCounter(rule)
    for (let i = 0; i < 1000; i += 1) {
      await counter.penalty(`name ${i}`)
      await counter.reward(`name ${i}`)
    }
    expect(counter.size).toBe(0)
  })

  it('never holds more names than it may, however many and long they are', async () => {
    const counter = new BoundedCounter(rule)
    for (let i = 0; i < namesMax + 10_000; i += 1) await counter.penalty(`${i} ${'x'.repeat(200)}`)
    expect(counter.size).toBeLessThanOrEqual(namesMax)
    expect(counter.size).toBeGreaterThan(namesMax / 2)
  })

  it.each([1, 2, 5])('keeps a count of %i through a flood of higher counts', async (count) => {
    const counter = new BoundedCounter(rule, 100)
    for (let i = 0; i < count; i += 1) await counter.penalty('victim')
    await flood(counter, 500, count + 1)
    expect(await countOf(counter, 'victim')).toBeGreaterThan(count)
  })

  it('cannot be reset by a flood and successes that make room again', async () => {
    const counter = new BoundedCounter(rule, 100)
    for (let guess = 1; guess <= 10; guess += 1) {
      expect(await countOf(counter, 'victim')).toBeGreaterThanOrEqual(guess)
      await flood(counter, 200, 3)
      for (let i = 0; i < 200; i += 1) await counter.delete(`flood ${i}`)
    }
  })

  it('lets a single failure of somebody else stay one through a flood of single failures', async () => {
    const counter = new BoundedCounter(rule, 1000)
    await flood(counter, 10_000)
    const counts: number[] = []
    for (let i = 0; i < 100; i += 1) counts.push(await countOf(counter, `newcomer ${i}`))
    expect(counts.filter((count) => count > 1).length).toBeLessThan(10)
    pass(120)
    expect(await countOf(counter, 'newcomer 0')).toBe(1)
  })
})
