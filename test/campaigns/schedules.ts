import { SlidingWindow } from '../../src/access/sliding-window.ts'
import type { Campaign, Order, Outcome } from './kit/campaign.ts'
import { Random } from './kit/random.ts'

const windowMs = 60_000
const publicLimit = 100

interface Step {
  at: number
  key: string
}

/** R2, R3: on a clock of our own, against a count by hand of all that was ever admitted. */
async function run({ size, seed }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const books: { steps: number; admitted: number; faults: string[] } = {
    steps: 0,
    admitted: 0,
    faults: [],
  }
  for (const limit of [1, 2, 3, publicLimit])
    for (const steps of edges(limit)) play(limit, steps, books)
  for (let i = 0; i < size; i += 1) {
    const limit = random.pick([1, 2, 5, 17, publicLimit, publicLimit])
    play(limit, schedule(random, limit), books)
    // Ten thousand schedules are counted through in one go; others want to be heard meanwhile.
    if (i % 500 === 0) await new Promise(setImmediate)
  }
  return {
    requests: books.steps,
    statuses: { 200: books.admitted, 429: books.steps - books.admitted },
    faults: books.faults.slice(0, 20).map((why) => ({
      sent: { method: 'TAKE', target: '' },
      expected: { status: [] },
      why,
    })),
    faultCount: books.faults.length,
    figures: { schedules: size },
  }
}

/** Bursts, drips and silences of some keys; moments fall often on, just before and just after a window's edge. */
function schedule(random: Random, limit: number): Step[] {
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

/** Cases that a fixed window, or an off-by-one, gets wrong. */
function edges(limit: number): Step[][] {
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

function play(
  limit: number,
  steps: readonly Step[],
  books: { steps: number; admitted: number; faults: string[] },
) {
  const window = new SlidingWindow(limit, windowMs)
  const admitted = new Map<string, number[]>()
  for (const { at, key } of steps) {
    const moments = admitted.get(key) ?? []
    admitted.set(key, moments)
    // Half-open: what happened exactly a window ago is out.
    const recent = moments.filter((moment) => at - moment < windowMs)
    const verdict = window.take(key, at)
    const fault = faultOf(verdict, recent, { limit, at })
    if (fault !== undefined) books.faults.push(`limit ${limit}, ${key} at ${at}: ${fault}`)
    books.steps += 1
    if (!verdict.admitted) continue
    books.admitted += 1
    moments.push(at)
  }
}

function faultOf(
  {
    admitted,
    remaining,
    resetSeconds,
  }: { admitted: boolean; remaining: number; resetSeconds: number },
  recent: readonly number[],
  { limit, at }: { limit: number; at: number },
): string | undefined {
  const free = recent.length < limit
  if (admitted !== free)
    return `${admitted ? 'admitted' : 'refused'} after ${recent.length} in the last minute`
  const used = recent.length + (admitted ? 1 : 0)
  if (remaining !== limit - used) return `says that ${remaining} remain, but ${limit - used} do`
  const newest = admitted ? at : (recent.at(-1) ?? at)
  const reset = Math.ceil(Math.min(windowMs, newest + windowMs - at) / 1000)
  return resetSeconds === reset ? undefined : `says ${resetSeconds} s, but it is ${reset} s`
}

export const schedules: Campaign = {
  name: 'schedules',
  about: 'random schedules on a simulated clock against the sliding window, counted by hand',
  counts: 'schedules',
  sizes: { small: 10_000, large: 1_000_000 },
  run,
}
