import { SlidingWindow } from '../../src/access/sliding-window.ts'
import type { Campaign, Order, Outcome } from './kit/campaign.ts'
import { Random } from './kit/random.ts'
import { edges, faultOf, recentOf, type Step, schedule } from './kit/timetable.ts'

const windowMs = 60_000
const publicLimit = 100

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
    const moment = { limit, at, second: 1000 }
    const recent = recentOf(moments, moment)
    const verdict = window.take(key, at)
    const fault = faultOf(verdict, recent, moment)
    if (fault !== undefined) books.faults.push(`limit ${limit}, ${key} at ${at}: ${fault}`)
    books.steps += 1
    if (!verdict.admitted) continue
    books.admitted += 1
    moments.push(at)
  }
}

export const schedules: Campaign = {
  name: 'schedules',
  about: 'random schedules on a simulated clock against the sliding window, counted by hand',
  counts: 'schedules',
  sizes: { small: 10_000, large: 1_000_000 },
  run,
}
