import { SlidingWindow } from '../src/access/limiter.ts'
import { Random } from './kit/random.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { edges, recentOf, type Step, schedule, verdictError } from './kit/timetable.ts'

const windowMs = 60_000
const publicLimit = 100

async function run({ size, seed }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const results: { steps: number; admitted: number; errors: string[] } = {
    steps: 0,
    admitted: 0,
    errors: [],
  }
  for (const limit of [1, 2, 3, publicLimit])
    for (const steps of edges(limit)) play(limit, steps, results)
  for (let i = 0; i < size; i += 1) {
    const limit = random.pick([1, 2, 5, 17, publicLimit, publicLimit])
    play(limit, schedule(random, limit), results)
    // Lets other work run, because ten thousand schedules take long.
    if (i % 500 === 0) await new Promise(setImmediate)
  }
  return {
    requests: results.steps,
    statuses: { 200: results.admitted, 429: results.steps - results.admitted },
    errors: results.errors.slice(0, 20).map((why) => ({
      sent: { method: 'TAKE', target: '' },
      expected: { status: [] },
      why,
    })),
    failureCount: results.errors.length,
    metrics: { schedules: size },
  }
}

function play(
  limit: number,
  steps: readonly Step[],
  results: { steps: number; admitted: number; errors: string[] },
) {
  const window = new SlidingWindow(limit, windowMs)
  const admitted = new Map<string, number[]>()
  for (const { at, key } of steps) {
    const times = admitted.get(key) ?? []
    admitted.set(key, times)
    const time = { limit, at, second: 1000 }
    const recent = recentOf(times, time)
    const verdict = window.take(key, at)
    const error = verdictError(verdict, recent, time)
    if (error !== undefined) results.errors.push(`limit ${limit}, ${key} at ${at}: ${error}`)
    results.steps += 1
    if (!verdict.admitted) continue
    results.admitted += 1
    times.push(at)
  }
}

export const schedules: StressTest = {
  name: 'schedules',
  about: 'the sliding window decides random schedules like a simple count',
  counts: 'schedules',
  sizes: { small: 10_000, large: 1_000_000 },
  run,
}
