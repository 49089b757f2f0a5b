import { setTimeout as pause } from 'node:timers/promises'
import { type RedisServer, withRedis } from '../test/support/process/redis.ts'
import { type Fleet, keyCheck, type Member, spread, withFleet } from './kit/fleet.ts'
import { Results } from './kit/results.ts'
import { startSlowProxy } from './kit/slow-proxy.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const processes = 4
const limit = 100
const backWithinMs = 2000
/** Longer responses have waited for Redis; losing Redis is detected after 50 ms on an idle machine. */
const slowMs = 1900
const noticeMaxMs = 5000
const latencyMs = 2000
const windowMs = 60_000
/** Requests of a key per process, enough to exhaust the limit of a process on its own. */
const requestsPerProcess = 1.5 * limit
const usedBefore = 10
const loadKeys = 50
const loadSpacingMs = 10

interface Ruin {
  name: string
  /** Whether the process with this index loses Redis. */
  loses(index: number): boolean
  strike(): unknown
  heal(): unknown
  /** Whether it ends at once, so that nothing can be checked during the failure. */
  short?: boolean
}

interface Bench {
  fleet: Fleet
  results: Results
  /** Response times of the load, in milliseconds. */
  responses: number[]
  /** Times from the end of a failure to the last process with Redis, in milliseconds. */
  returns: number[]
  /** Number of losses of Redis, by process. */
  losses: number[]
}

async function run({ size, log }: Order): Promise<Outcome> {
  return withRedis(async (redis) => {
    const proxy = await startSlowProxy(redis.port)
    // Every second process reaches Redis through the proxy, so that half of them can lose it.
    const redisUrl = (i: number) => (i % 2 === 0 ? redis.url : `redis://127.0.0.1:${proxy.port}`)
    const ruins = ruinsOf(redis, proxy.delay)
    try {
      return await withFleet({ processes, redisUrl }, async (fleet) => {
        const losses = fleet.members.map(() => 0)
        const bench = { fleet, results: new Results(), responses: [], returns: [], losses }
        await underLoad(bench, async () => {
          for (let i = 0; i < size; i += 1) {
            for (const ruin of ruins) await causeFailure(bench, ruin)
            await emptyInUse(bench, redis)
            log(`  ${i + 1} of ${size}: ${ruins.map(({ name }) => name).join(', ')}`)
          }
        })
        countLines(bench, await fleet.stop())
        countSlow(bench, size * ruins.length)
        return bench.results.outcome({ errors: size * ruins.length, ...metricsOf(bench) })
      })
    } finally {
      await proxy.close()
    }
  })
}

function ruinsOf(redis: RedisServer, delay: (milliseconds: number) => void): Ruin[] {
  const all = () => true
  const none = () => false
  const nothing = () => undefined
  return [
    { name: 'killed', loses: all, strike: redis.kill, heal: redis.start },
    { name: 'paused', loses: all, strike: redis.pause, heal: redis.resume },
    { name: 'restarted', loses: all, strike: redis.stop, heal: redis.start, short: true },
    {
      name: 'two seconds late for half of them',
      loses: (index) => index % 2 === 1,
      strike: () => delay(latencyMs),
      heal: () => delay(0),
    },
    {
      name: 'emptied',
      loses: none,
      strike: () => redis.withClient((client) => client.flushall()),
      heal: nothing,
    },
    {
      name: 'without its scripts',
      loses: none,
      strike: () => redis.withClient((client) => client.script('FLUSH')),
      heal: nothing,
    },
  ]
}

async function causeFailure(
  bench: Bench,
  { name, loses, strike, heal, short }: Ruin,
): Promise<void> {
  const { fleet, results, losses, returns } = bench
  const losing = fleet.members.filter((_, index) => loses(index))
  for (const index of losses.keys()) if (loses(index)) losses[index] = (losses[index] ?? 0) + 1
  const said = (what: string) => Promise.all(losing.map((member) => timesSaid(member, what)))
  const [lostBefore, backBefore] = [await said('is down'), await said('is back;')]
  await strike()
  if (short !== true) {
    const noticed = await allSay(losing, 'is down', lostBefore, noticeMaxMs)
    results.demand(noticed, `${name}: not every process says so`)
    const sharing = losing.length < processes ? limit : 0
    await burst(bench, losing.length * limit + sharing, `${name}, meanwhile`)
  }
  await heal()
  const healed = performance.now()
  const back = await allSay(losing, 'is back;', backBefore, backWithinMs)
  results.demand(back, `${name}: not every process is back within ${backWithinMs} ms`)
  if (losing.length > 0) returns.push(performance.now() - healed)
  await burst(bench, limit, `${name}, healed`)
}

/** The number of these lines in the log of a process. */
async function timesSaid({ serving }: Member, what: string): Promise<number> {
  return (await serving.printed(/[\s\S]*/)).split(`Redis ${what}`).length - 1
}

/** Whether each process logs the line more often than `before`, within `withinMs`. */
async function allSay(
  members: readonly Member[],
  what: string,
  before: readonly number[],
  withinMs: number,
): Promise<boolean> {
  const until = performance.now() + withinMs
  for (const [index, member] of members.entries()) {
    while ((await timesSaid(member, what)) <= (before[index] ?? 0)) {
      if (performance.now() > until) return false
      await pause(10)
    }
  }
  return true
}

/**
 * Empties Redis repeatedly while a key is in use. Each process still counts what it admitted itself, so the maximum is
 * the limit per process. It is reached here, which the next key would show.
 */
async function emptyInUse({ fleet, results }: Bench, redis: RedisServer): Promise<void> {
  const sent = keyCheck((await fleet.newKey()).key)
  const through = fleet.members.map(() => 0)
  const hammer = (index: number, times: number) =>
    spread({ members: fleet.members.slice(index, index + 1) }, times, async ({ wire }) => {
      const { status } = await wire.send(sent)
      note(results, status, 'emptied in use')
      if (status === 200) through[index] = (through[index] ?? 0) + 1
    })
  const started = performance.now()
  // All processes use the key, and share its count, before it is lost.
  for (const index of through.keys()) await hammer(index, usedBefore)
  const before = through.join(' + ')
  for (const index of through.keys()) {
    await redis.withClient((client) => client.flushall())
    await hammer(index, requestsPerProcess)
  }
  const reached = through.join(' + ')
  await redis.withClient((client) => client.flushall())
  await Promise.all([...through.keys()].map((index) => hammer(index, requestsPerProcess)))
  const took = performance.now() - started
  results.demand(took < windowMs, 'emptied in use: it took longer than the window')
  const right = [usedBefore, limit, limit].map((count) => through.map(() => count).join(' + '))
  const text = [before, reached, through.join(' + ')]
  results.demand(
    text.join() === right.join(),
    `emptied in use: the processes let through ${text.join(', then ')}, not ${right.join(', then ')}`,
  )
}

/** A new key is used on all processes, often enough for each to exhaust the limit alone. */
async function burst({ fleet, results }: Bench, expected: number, when: string): Promise<void> {
  const sent = keyCheck((await fleet.newKey()).key)
  let through = 0
  await Promise.all(
    fleet.members.map((member) =>
      spread({ members: [member] }, requestsPerProcess, async ({ wire }) => {
        const { status } = await wire.send(sent)
        note(results, status, when)
        if (status === 200) through += 1
      }),
    ),
  )
  results.demand(through === expected, `${when}: ${through} got through, but ${expected} must`)
}

function note(results: Results, status: number, when: string): void {
  results.note(status)
  results.demand(status === 200 || status === 429, `${when}: a response is ${status}`)
}

/** Sends requests to every process during `work`, with new, used and exhausted keys. */
async function underLoad(bench: Bench, work: () => Promise<void>): Promise<void> {
  const { fleet, results, responses } = bench
  const keys = await Promise.all(Array.from({ length: loadKeys }, () => fleet.newKey()))
  let over = false
  const lane = async ({ wire }: Member) => {
    for (let i = 0; !over; i += 1) {
      const { status, milliseconds } = await wire.send(keyCheck(keys[i % keys.length]?.key ?? ''))
      note(results, status, 'under load')
      responses.push(milliseconds)
      await pause(loadSpacingMs)
    }
  }
  const lanes = Promise.all(fleet.members.flatMap((member) => [lane(member), lane(member)]))
  // Awaited once `work` has ended.
  lanes.catch(() => undefined)
  try {
    await work()
  } finally {
    over = true
    await lanes
  }
}

function countLines({ results, losses }: Bench, printed: readonly string[]): void {
  for (const [index, text] of printed.entries()) {
    for (const what of ['is down', 'is back;']) {
      const lines = text.split('\n').filter((line) => line.includes(`Redis ${what}`)).length
      const right = losses[index]
      results.demand(lines === right, `process ${index} says ${lines} times, not ${right}: ${what}`)
    }
  }
}

// A busy machine delays a single response at times; waiting for Redis delays several.
function countSlow({ results, responses }: Bench, errors: number): void {
  const slow = responses.filter((milliseconds) => milliseconds > slowMs).length
  results.demand(
    slow <= errors,
    `${slow} responses took more than ${slowMs} ms, in ${errors} failures`,
  )
}

function metricsOf({ responses, returns }: Bench): Record<string, number> {
  const sorted = responses.toSorted((a, b) => a - b)
  const rank = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return {
    loadMedianMs: rank(0.5),
    load99Ms: rank(0.99),
    loadWorstMs: rank(1),
    backWorstMs: Math.round(Math.max(...returns)),
  }
}

export const redisFailures: StressTest = {
  name: 'redis-failures',
  about:
    'Redis is killed, paused, restarted, slow or emptied under load, and every request gets a response',
  counts: 'times each',
  sizes: { small: 1, large: 20 },
  run,
}
