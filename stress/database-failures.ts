import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, withPostgres } from '../test/support/database/postgres-server.ts'
import { town } from '../test/support/towns/town.ts'
import { type Fleet, keyCheck, withFleet } from './kit/fleet.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, type Sent, Wire } from './kit/wire.ts'

const requestsPerSecond = 200
const responseMaxMs = 2000
const responseHungMaxMs = 5000
const backWithinMs = 5000
/** Longer than the slowest response, so that clients get an error while the database hangs. */
const hungMs = 6500
const downMs = 2500
/** More than the connections of the server, so that a lost one would be noticed. */
const atOnce = 40
const database = 'reeve'

interface Ruin {
  name: string
  downMs: number
  responseMaxMs: number
  strike(): unknown
  heal(): unknown
}

/** What the requests observe. */
interface Watch {
  responseMaxMs: number
  /** Whether the database is up, and has been for longer than a recovery may take. */
  isWell: boolean
  lastFailureAt: number
  slowestMs: number
  healthSlowestMs: number
}

async function run({ size, log }: Order): Promise<Outcome> {
  return withPostgres(async (server) => {
    await server.run(`create database ${database}`)
    const databaseUrl = server.url(database)
    const settings = { RATE_LIMIT: '1000000' }
    return withFleet({ processes: 1, databaseUrl, settings }, async (fleet) => {
      const results = new Results()
      const backs: number[] = []
      const watch = {
        responseMaxMs: responseMaxMs,
        isWell: true,
        lastFailureAt: 0,
        slowestMs: 0,
        healthSlowestMs: 0,
      }
      await underLoad(fleet, { results, watch }, async () => {
        for (let i = 0; i < size; i += 1) {
          for (const ruin of ruinsOf(server))
            backs.push(await causeFailure(ruin, { results, watch, fleet }))
          log(`  ${i + 1} of ${size}: slowest ${Math.round(watch.slowestMs)} ms`)
        }
      })
      await demandConnections(server, results)
      return results.outcome({
        slowestMs: Math.round(watch.slowestMs),
        healthSlowestMs: Math.round(watch.healthSlowestMs),
        backWorstMs: Math.round(Math.max(...backs)),
      })
    })
  })
}

function ruinsOf(server: PostgresServer): Ruin[] {
  const down = { downMs, responseMaxMs: responseMaxMs, heal: () => server.start() }
  return [
    { name: 'stopped', ...down, strike: server.stop },
    { name: 'killed', ...down, strike: server.kill },
    {
      name: 'hung',
      downMs: hungMs,
      responseMaxMs: responseHungMaxMs,
      strike: server.pause,
      heal: server.resume,
    },
    {
      name: 'without its sessions',
      downMs: 0,
      responseMaxMs,
      strike: () => cut(server),
      heal: () => {},
    },
  ]
}

function cut(server: PostgresServer): Promise<unknown> {
  return server.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  )
}

interface Scene {
  results: Results
  watch: Watch
  fleet: Fleet
}

/** Causes one failure; returns the milliseconds from its end to the last failed response. */
async function causeFailure(ruin: Ruin, { results, watch, fleet }: Scene): Promise<number> {
  watch.isWell = false
  watch.responseMaxMs = Math.max(watch.responseMaxMs, ruin.responseMaxMs)
  await ruin.strike()
  await pause(ruin.downMs)
  await ruin.heal()
  const healed = performance.now()
  await pause(backWithinMs)
  watch.isWell = true
  watch.responseMaxMs = responseMaxMs
  const [{ wire }] = fleet.members as [Fleet['members'][0]]
  const sent = keyCheck((await fleet.newKey()).key)
  const replies = await Promise.all(Array.from({ length: atOnce }, () => wire.send(sent)))
  for (const { status } of replies)
    results.demand(status === 200, `${ruin.name}, healed: one of many at once is ${status}`)
  return Math.max(0, watch.lastFailureAt - healed)
}

async function underLoad(
  fleet: Fleet,
  scene: { results: Results; watch: Watch },
  work: () => Promise<void>,
): Promise<void> {
  // A connection per request, so that none waits for another one here.
  const wire = new Wire(fleet.members[0]?.serving.port ?? 0, Number.POSITIVE_INFINITY)
  const { key } = await fleet.newKey()
  const requests: Sent[] = [
    keyCheck(key),
    { ...keyCheck(key), target: `/api/v1/${town.slug}/meetings` },
    { method: 'GET', target: `/api/ocd/${town.slug}/events` },
    { ...keyCheck(key), target: `/api/v1/${town.slug}/search?q=culvert` },
    { method: 'GET', target: '/api/v1/health' },
  ]
  const pending = new Set<Promise<void>>()
  let count = 0
  const timer = setInterval(() => {
    const sent = requests[count % requests.length] as Sent
    count += 1
    const request = send(wire, sent, scene).finally(() => pending.delete(request))
    pending.add(request)
  }, 1000 / requestsPerSecond)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await Promise.all(pending)
    wire.close()
  }
}

async function send(
  wire: Wire,
  sent: Sent,
  scene: { results: Results; watch: Watch },
): Promise<void> {
  const { results, watch } = scene
  const isHealth = sent.target.endsWith('/health')
  const reply = await wire.send(sent).catch((error: Error) => error)
  if (reply instanceof Error) return results.fail(`no response: ${reply.message}`)
  const { status, milliseconds } = reply
  results.note(status)
  watch.slowestMs = Math.max(watch.slowestMs, milliseconds)
  if (isHealth) watch.healthSlowestMs = Math.max(watch.healthSlowestMs, milliseconds)
  else if (status !== 200) watch.lastFailureAt = performance.now()
  const late = `${sent.target} took ${Math.round(milliseconds)} ms`
  results.demand(milliseconds <= watch.responseMaxMs, late)
  const fine = status === 200 || (!isHealth && !watch.isWell && isQueryError(reply))
  results.demand(fine, `${sent.target}: ${status} ${reply.body.slice(0, 200)}`)
}

function isQueryError({ status, body }: Reply): boolean {
  return status === 500 && body.includes('"QUERY_ERROR"')
}

/** The pools must not have more connections than their maximum, nor a transaction that never ends. */
async function demandConnections(server: PostgresServer, results: Results): Promise<void> {
  const before = await transactionsIn(server)
  // The service itself writes the usage of keys in short transactions.
  await pause(downMs)
  const reading = await server.run(`${sessions} and application_name = 'reeve reading'`)
  results.demand(reading.length <= 10, `${reading.length} connections for reading`)
  const after = await transactionsIn(server)
  const stuck = after.filter((transaction) => before.includes(transaction))
  results.demand(stuck.length === 0, `transactions that are not ended: ${stuck.join(', ')}`)
}

const sessions = `select application_name, pid, xact_start::text as since from pg_stat_activity where datname = '${database}'`

/** Each transaction, by user and start. */
async function transactionsIn(server: PostgresServer): Promise<string[]> {
  const rows = await server.run<{ application_name: string; pid: number; since: string }>(
    `${sessions} and state like 'idle in transaction%'`,
  )
  return rows.map(({ application_name, pid, since }) => `${application_name} ${pid} ${since}`)
}

export const databaseFailures: StressTest = {
  name: 'database-failures',
  about:
    'PostgreSQL stops, is killed, hangs or loses sessions under load; every request gets a response in time',
  counts: 'times each',
  sizes: { small: 1, large: 20 },
  run,
}
