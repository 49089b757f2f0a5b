import { expect, it } from 'vitest'
import { EventSampler } from './event-sampler.ts'

it('reports the first event of a name, then at most one per interval, with the number in between', () => {
  let now = 0
  const sampler = new EventSampler(() => now, 1000)
  expect([sampler.count('a'), sampler.count('a'), sampler.count('b')]).toEqual([1, 0, 1])
  now = 999
  expect(sampler.count('a')).toBe(0)
  now = 1000
  expect([sampler.count('a'), sampler.count('a')]).toEqual([3, 0])
})

it('stores a bounded number of names', () => {
  const sampler = new EventSampler(() => 0)
  for (let i = 0; i <= 10_000; i += 1) expect(sampler.count(`name ${i}`)).toBe(1)
  expect(sampler.count('name 10000')).toBe(0)
  expect(sampler.count('name 0')).toBe(1)
})
