import type { Verdict } from '../../src/access/limiter.ts'
import type { Random } from './random.ts'

const windowMs = 60_000

/** A request with a key at a time, in milliseconds. */
export interface Step {
  at: number
  key: string
}

/** Bursts, drips and pauses of some keys; many requests are at, just before or just after the edge of a window. */
export function schedule(random: Random, limit: number): Step[] {
  const keys = ['a', 'b', 'c'].slice(0, random.between(1, 3))
  const steps: Step[] = []
  let at = random.chance(0.5) ? 0 : random.next() * 1e9
  const length = random.between(2 * limit, 4 * limit + 10)
  while (steps.length < length) {
    const burst = random.chance(0.3) ? random.between(1, limit + 2) : 1
    const key = random.pick(keys)
    for (let i = 0; i < burst; i += 1) steps.push({ at, key })
    at += random.pick([
      0,
      random.next(),
      random.next() * 1000,
      random.next() * windowMs,
      windowMs / limit,
      windowMs - 0.001,
      windowMs,
      windowMs + 0.001,
      (steps.at(-random.between(1, Math.min(limit, steps.length)))?.at ?? at) + windowMs - at,
    ])
  }
  return steps.map((step) => ({ ...step, at: Math.max(step.at, 0) })).sort((a, b) => a.at - b.at)
}

/** Cases in which a fixed window or an off-by-one error is wrong. */
export function edges(limit: number): Step[][] {
  const burst = (at: number, count = limit) =>
    Array.from({ length: count }, () => ({ at, key: 'a' }))
  const drip = (from: number, every: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ at: from + i * every, key: 'a' }))
  return [
    [...burst(0), ...burst(59_900), ...burst(60_100), ...burst(120_000)],
    [...burst(59_999.999), ...burst(60_000), ...burst(119_999.998), ...burst(119_999.999)],
    [...drip(0, 10, limit), ...burst(59_999), ...drip(60_000, 10, limit), ...burst(61_000)],
    [...burst(1), ...burst(60_001), ...burst(120_001), ...burst(180_001)],
    [...burst(1e12), ...burst(1e12 + windowMs - 0.5), ...burst(1e12 + windowMs)],
    drip(0, windowMs / limit, 5 * limit),
    drip(0, windowMs / limit - 0.01, 5 * limit),
    [...burst(5, limit * 3), ...burst(30_000, limit * 3), ...burst(60_005, limit * 3)],
  ]
}

/** The limit, and the time of a request, in any unit; `second` and the window are in the same one. */
export interface RequestTime {
  limit: number
  at: number
  second: number
}

/** The admitted times that still count; one that is exactly a window old does not. */
export function recentOf(admitted: readonly number[], { at, second }: RequestTime): number[] {
  return admitted.filter((time) => at - time < 60 * second)
}

/** Compares a verdict with the requests admitted in the last minute; undefined if it is correct. */
export function verdictError(
  { admitted, remaining, resetSeconds }: Verdict,
  recent: readonly number[],
  { limit, at, second }: RequestTime,
): string | undefined {
  const free = recent.length < limit
  if (admitted !== free)
    return `${admitted ? 'admitted' : 'refused'} after ${recent.length} in the last minute`
  const used = recent.length + (admitted ? 1 : 0)
  if (remaining !== limit - used) return `says that ${remaining} remain, but ${limit - used} do`
  const newest = admitted ? at : (recent.at(-1) ?? at)
  const reset = Math.ceil(Math.min(60 * second, newest + 60 * second - at) / second)
  return resetSeconds === reset ? undefined : `says ${resetSeconds} s, but it is ${reset} s`
}
