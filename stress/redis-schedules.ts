import { Redis, type Result } from 'ioredis'
import { slidingScript } from '../src/access/redis/redis-link.ts'
import { withRedis } from '../test/support/process/redis.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { edges, recentOf, type Step, schedule, verdictError } from './kit/timetable.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    slideAt(...words: (string | number)[]): Result<[number, number, number, number], Context>
  }
}

const second = 1_000_000
const windowUs = 60 * second
/** Keys must not expire by the real clock during the simulation. */
const keptMs = 3_600_000

async function run({ size, seed }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const results = new Results()
  return withRedis((server) => playAll(server.port, { size, random, results }))
}

async function playAll(
  port: number,
  { size, random, results }: { size: number; random: Random; results: Results },
): Promise<Outcome> {
  const client = new Redis(port, '127.0.0.1')
  client.defineCommand('slideAt', {
    lua: slidingScript('{ARGV[4], ARGV[5]}'),
    numberOfKeys: 2,
  })
  const bench = { client, results, plays: 0 }
  try {
    for (const limit of [1, 2, 3, 100])
      for (const steps of edges(limit)) await play(bench, limit, steps)
    for (let i = 0; i < size; i += 1) {
      const limit = random.pick([1, 2, 5, 17, 100, 100])
      const steps = schedule(random, limit)
      await play(bench, limit, steps)
      await playSetBack(bench, { limit, steps, random })
      if (i % 100 === 99) await client.flushall()
    }
    return results.outcome({ schedules: size })
  } finally {
    client.disconnect()
  }
}

interface Bench {
  client: Redis
  results: Results
  plays: number
}

interface StepResult {
  key: string
  /** In whole microseconds, as on the server. */
  at: number
  result: [admitted: number, count: number, resetUs: number, opensUs: number]
}

/** Sends each step in order, at the time of the server's clock. */
async function sendSteps(
  bench: Bench,
  {
    limit,
    steps,
    offset,
  }: { limit: number; steps: readonly Step[]; offset: (i: number) => number },
): Promise<StepResult[]> {
  bench.plays += 1
  const pending = steps.map(async ({ key, at: milliseconds }, i) => {
    const at = Math.round(milliseconds * 1000)
    const shown = at + offset(i)
    const name = `${bench.plays}:${key}`
    const clock = [Math.floor(shown / second), shown % second]
    const words = [limit, windowUs, keptMs, ...clock]
    return { key, at, result: await bench.client.slideAt(name, `${name}:skew`, ...words) }
  })
  const all = await Promise.all(pending)
  for (const { result } of all) bench.results.note(result[0] === 1 ? 200 : 429)
  return all
}

/** Compares the verdicts with a count of all admitted requests. */
async function play(bench: Bench, limit: number, steps: readonly Step[]): Promise<void> {
  const admitted = new Map<string, number[]>()
  for (const { key, at, result } of await sendSteps(bench, { limit, steps, offset: () => 0 })) {
    const times = admitted.get(key) ?? []
    admitted.set(key, times)
    const request = { limit, at, second }
    const verdict = {
      admitted: result[0] === 1,
      remaining: limit - result[1],
      resetSeconds: Math.ceil(result[2] / second),
    }
    const problem = verdictError(verdict, recentOf(times, request), request)
    bench.results.demand(problem === undefined, `limit ${limit}, ${key} at ${at} µs: ${problem}`)
    if (verdict.admitted) times.push(at)
    const counted = recentOf(times, request)
    const opens = counted.length < limit ? 0 : (counted.at(-limit) ?? 0) + windowUs - at
    bench.results.demand(
      result[3] === opens,
      `limit ${limit}, ${key} opens in ${result[3]} µs, not ${opens}`,
    )
  }
}

/**
 * The server's clock is set back at times: never one request too many, and correct again a window after the last time.
 */
async function playSetBack(
  bench: Bench,
  { limit, steps, random }: { limit: number; steps: readonly Step[]; random: Random },
): Promise<void> {
  // Large enough to be set back by an hour several times.
  const shifts = steps.map(() =>
    random.chance(0.02) ? random.pick([1, 1000, second, windowUs, 60 * windowUs]) : 0,
  )
  const offsets: number[] = []
  for (const shift of shifts) offsets.push((offsets.at(-1) ?? 1e15) - shift)
  const end = (steps.at(-1)?.at ?? 0) + 1
  const keys = [...new Set(steps.map(({ key }) => key))]
  // Each key is used once after the last step, so that it notices the change, and again a window later.
  const tail = [end, end + 60_000].flatMap((at) => keys.map((key) => ({ key, at })))
  const offset = (i: number) => offsets[Math.min(i, offsets.length - 1)] ?? 0
  const stepResults = await sendSteps(bench, { limit, steps: [...steps, ...tail], offset })
  const admitted = new Map<string, number[]>()
  for (const { key, at, result } of stepResults) {
    if (result[0] !== 1) continue
    const times = admitted.get(key) ?? []
    admitted.set(key, times)
    const { length } = recentOf(times, { limit, at, second })
    bench.results.demand(
      length < limit,
      `set back: limit ${limit}, ${key} has ${length} at ${at} µs`,
    )
    times.push(at)
  }
  for (const { key, result } of stepResults.slice(-keys.length))
    bench.results.demand(result[0] === 1, `set back: limit ${limit}, ${key} waited in vain`)
}

export const redisSchedules: StressTest = {
  name: 'redis-schedules',
  about:
    'the script in Redis decides random schedules like a simple count, even if its clock is set back',
  counts: 'schedules',
  sizes: { small: 200, large: 10_000 },
  run,
}
