import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../src/core/clock.ts'
import { load } from '../src/importers/load/load.ts'
import { findTarget } from '../src/importers/load/municipalities.ts'
import { openWriteStore, type WriteStore } from '../src/store/open.ts'
import {
  type PostgresServer,
  startReplica,
  withPostgres,
} from '../test/support/database/postgres-server.ts'
import { readExposition } from '../test/support/service/exposition.ts'
import { sourceOf, town } from '../test/support/towns/town.ts'
import { type Fleet, withFleet } from './kit/fleet.ts'
import { Results } from './kit/results.ts'
import { type Page, perPage, Rounds, rowOf, unchangedRows } from './kit/rounds.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Wire } from './kit/wire.ts'

const database = 'reeve'
const lanes = 4
/** Maximum age of a response's data, in milliseconds: the delay of replication, with slack for a busy machine. */
const staleMaxMs = 3000
const settleMs = 2500
const readyWithinMs = 15_000

interface Scene {
  results: Results
  wire: Wire
  key: string
  writing: WriteStore
  rounds: Rounds
  /** The newest round in any response; later requests, on any connection, must not show an older one. */
  seen: number
  metrics: { staleWorstMs: number; passes: number; passesAcrossRounds: number; imports: number }
}

async function run({ size, log }: Order): Promise<Outcome> {
  return withPostgres(async (primary) => {
    await primary.run(`create database ${database}`)
    const replica = await startReplica(primary)
    const databaseUrl = primary.url(database)
    const settings = {
      DATABASE_REPLICA_URL: replica.url(database),
      RATE_LIMIT: '1000000',
      // Without a response cache, every list is read from the replica.
      PAGE_CACHE_MB: '0',
      METRICS: 'on',
    }
    const writing = openWriteStore(databaseUrl)
    try {
      return await withFleet({ processes: 1, databaseUrl, settings }, async (fleet) => {
        const scene = await sceneOf(fleet, writing)
        await publish(scene)
        for (let i = 0; i < size; i += 1) {
          await underLoad(scene, async () => {
            await publish(scene)
            await lag(scene, replica)
          })
          for (const how of ['kill', 'pause'] as const) {
            await loseReplica(scene, fleet, replica, how)
            await losePrimary(scene, primary, how)
          }
          log(`  ${i + 1} of ${size}`)
        }
        await demandReplicaRead(scene, replica)
        return scene.results.outcome(scene.metrics)
      })
    } finally {
      await writing.close()
      await replica.remove()
    }
  })
}

async function sceneOf(fleet: Fleet, writing: WriteStore): Promise<Scene> {
  const [member] = fleet.members
  if (member === undefined) throw new Error('the fleet has no member')
  const { key } = await fleet.newKey()
  const metrics = { staleWorstMs: 0, passes: 0, passesAcrossRounds: 0, imports: 0 }
  const { wire } = member
  return { results: new Results(), wire, key, writing, rounds: new Rounds(), seen: 0, metrics }
}

/** Pages through a list repeatedly during `work`: no response may fail, mix rounds, or be older than an earlier one. */
async function underLoad(scene: Scene, work: () => Promise<void>): Promise<void> {
  let over = false
  const lane = async () => {
    while (!over) await pageThrough(scene)
  }
  const passes = Promise.all(Array.from({ length: lanes }, lane))
  // Awaited once `work` has ended.
  passes.catch(() => undefined)
  try {
    await work()
  } finally {
    over = true
    await passes
  }
}

/** Pages through the list once. Rows that no round changes must appear exactly once, even during an import. */
async function pageThrough(scene: Scene): Promise<void> {
  const { results, metrics } = scene
  const rows: string[] = []
  const crossed = new Set<number>()
  let cursor: string | null = ''
  do {
    const turned = await readBoth(scene, cursor, rows.at(-1))
    if (turned === undefined) return
    rows.push(...turned.rows)
    crossed.add(turned.round)
    cursor = turned.next
  } while (cursor !== null)
  metrics.passes += 1
  if (crossed.size > 1) metrics.passesAcrossRounds += 1
  // Round 0, before the first import, has no rows.
  if (crossed.has(0)) return
  const times = unchanged.map((row) => rows.filter((shown) => shown === row).length)
  results.demand(
    times.every((count) => count === 1),
    `a pass over rounds ${[...crossed].join()} shows unchanged rows ${times.join()} times`,
  )
}

const unchanged = unchangedRows()

interface Turned extends Page {
  round: number
  next: string | null
}

/** Requests the page after the row `after` and finds its round; undefined, with an error, if it matches no round. */
async function readBoth(scene: Scene, cursor: string, after?: string): Promise<Turned | undefined> {
  const { results, wire, key, rounds } = scene
  const baseline = scene.seen
  const position = cursor === '' ? '' : `&cursor=${cursor}`
  const target = `/api/v1/${town.slug}/meetings?per_page=${perPage}${position}`
  const reply = await wire.send({ method: 'GET', target, headers: { 'x-api-key': key } })
  results.note(reply.status)
  results.demand(reply.status === 200, `a page of the list is ${reply.status} ${reply.body}`)
  if (reply.status !== 200) return undefined
  const { data, pagination } = JSON.parse(reply.body)
  const next: string | null = pagination.next_cursor
  const page = { rows: data.map(rowOf), isLast: next === null }
  const round = rounds.roundOf(page, after, baseline)
  if (round === undefined) {
    const older = rounds.roundOf(page, after, 0)
    const what = older === undefined ? 'is of no round' : `goes back to round ${older}`
    results.fail(
      `a page after "${after}" ${what}, when ${baseline} was seen: ${page.rows.join('; ')}`,
    )
    return undefined
  }
  scene.seen = Math.max(scene.seen, round)
  return { ...page, round, next }
}

/** Imports the next round, which must be visible within `staleMaxMs`. */
async function publish(scene: Scene): Promise<void> {
  await importRound(scene)
  await demandSeen(scene)
}

async function importRound({ writing, rounds, metrics }: Scene): Promise<void> {
  const target = await findTarget(writing, town.slug)
  if (target === undefined) throw new Error('the town is gone')
  const source = sourceOf(rounds.begin())
  await load(writing, { target, source, prune: true, dryRun: false, clock: systemClock })
  metrics.imports += 1
}

async function demandSeen(scene: Scene): Promise<void> {
  const { results, rounds, metrics } = scene
  const since = performance.now()
  for (;;) {
    const turned = await readBoth(scene, '')
    const age = performance.now() - since
    if (turned?.round === rounds.last) {
      metrics.staleWorstMs = Math.max(metrics.staleWorstMs, Math.round(age))
      return
    }
    if (age > staleMaxMs) return results.fail(`an import is not seen after ${Math.round(age)} ms`)
    await pause(20)
  }
}

/** While the replica's replay is paused, readers see the state before, and the import once it goes on. */
async function lag(scene: Scene, replica: PostgresServer): Promise<void> {
  const { results, rounds } = scene
  await replica.run('select pg_wal_replay_pause()')
  const before = rounds.last
  await importRound(scene)
  await pause(settleMs)
  const late = await readBoth(scene, '')
  results.demand(late?.round === before, `a late replica shows round ${late?.round}, not ${before}`)
  await replica.run('select pg_wal_replay_resume()')
  await demandSeen(scene)
}

/** While the replica is down or hangs, /readyz keeps requests away, and keys are made and revoked at once. */
async function loseReplica(
  scene: Scene,
  fleet: Fleet,
  replica: PostgresServer,
  how: 'kill' | 'pause',
): Promise<void> {
  const { results } = scene
  await replica[how]()
  await demandReady(scene, 503, `replica, ${how}`)
  const { id } = await fleet.newKey()
  const revoked_at = new Date(systemClock.now()).toISOString()
  await fleet.writing.db.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
  await (how === 'kill' ? replica.start() : replica.resume())
  await demandReady(scene, 200, `replica, ${how}`)
  results.demand((await readBoth(scene, '')) !== undefined, 'the replica is not read again')
}

/** While the primary is down or hangs, pages and Open Civic Data are served without an error. */
async function losePrimary(
  scene: Scene,
  primary: PostgresServer,
  how: 'kill' | 'pause',
): Promise<void> {
  const { results, wire } = scene
  const targets = [`/${town.slug}/meetings`, `/api/ocd/${town.slug}/events`, '/readyz']
  const readAll = async () => {
    for (const target of targets) {
      const { status } = await wire.send({ method: 'GET', target })
      results.note(status)
      results.demand(status === 200, `primary, ${how}: ${target} is ${status}`)
    }
  }
  await primary[how]()
  const lostAt = performance.now()
  while (performance.now() - lostAt < settleMs) await readAll()
  await (how === 'kill' ? primary.start() : primary.resume())
  await readAll()
}

async function demandReady({ results, wire }: Scene, expected: number, what: string) {
  const since = performance.now()
  for (;;) {
    const { status } = await wire.send({ method: 'GET', target: '/readyz' })
    if (status === expected) return
    if (performance.now() - since > readyWithinMs)
      return results.fail(`${what}: /readyz is ${status}, not ${expected}`)
    await pause(20)
  }
}

/** Requests must be read from the replica in the end; otherwise this test would have proved nothing. */
async function demandReplicaRead(scene: Scene, replica: PostgresServer) {
  const { results, wire, key } = scene
  const read = async () => {
    const [row] = await replica.run<{ rows: string }>(
      `select tup_returned + tup_fetched as rows from pg_stat_database where datname = '${database}'`,
    )
    return Number(row?.rows)
  }
  const before = await read()
  // A session reports its statistics with the first statement after a second, or when it has waited for ten.
  for (const round of [1, 2]) {
    for (let i = 0; i < 200; i += 1) {
      const target = `/api/v1/${town.slug}/meetings?per_page=${round}&date_from=2001-01-01&x=${i}`
      await wire.send({ method: 'GET', target, headers: { 'x-api-key': key } })
    }
    await pause(settleMs)
  }
  results.demand((await read()) - before > 2000, 'the replica is not read from in the end')
  const waiting = 'reeve_database_waiting{worker="1",handle="replica"}'
  results.demand((await metricOf(scene, waiting)) === 0, 'somebody waits for a connection')
}

async function metricOf({ wire }: Scene, series: string): Promise<number | undefined> {
  const { body } = await wire.send({ method: 'GET', target: '/metrics' })
  return readExposition(body).get(series)
}

export const replicaFailures: StressTest = {
  name: 'replica-failures',
  about:
    'a replica lags: no response mixes states or goes back; it is lost: /readyz says so; the primary is lost: pages are served',
  counts: 'times each',
  sizes: { small: 1, large: 20 },
  run,
}
