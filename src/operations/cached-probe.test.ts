import { expect, it } from 'vitest'
import { CachedProbe } from './cached-probe.ts'

/** A probe that the test resolves or rejects, with the number of calls. */
function controlledProbe() {
  const at = { ms: 0, looks: 0 }
  let resolveWith: (seen: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const probe = () => {
    at.looks += 1
    return new Promise<string>((resolve, reject) => {
      resolveWith = resolve
      fail = reject
    })
  }
  const cached = new CachedProbe(probe, { now: () => at.ms, monotonic: () => at.ms })
  return {
    at,
    cached,
    resolveWith: (seen: string) => resolveWith(seen),
    fail: () => fail(new Error('no')),
  }
}

it('runs the probe once a second, however many requests there are', async () => {
  const { at, cached, resolveWith } = controlledProbe()
  const results = Array.from({ length: 1000 }, () => cached.get())
  resolveWith('one')
  expect(new Set(await Promise.all(results))).toEqual(new Set(['one']))
  at.ms = 999
  expect(await cached.get()).toBe('one')
  expect(at.looks).toBe(1)
  at.ms = 1000
  const next = cached.get()
  resolveWith('two')
  expect(await next).toBe('two')
  expect(at.looks).toBe(2)
})

it('returns undefined if the probe fails, and runs it again', async () => {
  const { at, cached, resolveWith, fail } = controlledProbe()
  const first = cached.get()
  fail()
  expect(await first).toBeUndefined()
  at.ms = 1000
  const second = cached.get()
  resolveWith('there')
  expect(await second).toBe('there')
})

it('waits at most a second, and never runs a second probe before the first has ended', async () => {
  const { at, cached, resolveWith } = controlledProbe()
  expect(await cached.get()).toBeUndefined()
  at.ms = 60_000
  expect(await Promise.all([cached.get(), cached.get()])).toEqual([undefined, undefined])
  expect(at.looks).toBe(1)
  resolveWith('late')
  await new Promise((resolve) => setImmediate(resolve))
  const next = cached.get()
  resolveWith('in time')
  expect(await next).toBe('in time')
  expect(at.looks).toBe(2)
})
