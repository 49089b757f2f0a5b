import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../src/core/clock.ts'
import { type Cluster, withCluster } from './kit/cluster.ts'
import { type Fleet, keyCheck, withFleet } from './kit/fleet.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const keysBefore = 64
const revokedBefore = 8
const requestEveryMs = 20
const newKeyEveryMs = 100
/** How long every response must have been right before the cluster counts as recovered. */
const wellForMs = 5000
const recoveredWithinMs = 60_000

/** What was confirmed to the client, and what responses said since. */
interface Scene {
  results: Results
  fleet: Fleet
  keys: string[]
  revoked: string[]
  lastErrorAt: number
  errors: number
}

async function run({ size, log }: Order): Promise<Outcome> {
  return withCluster(async (cluster) => {
    const settings = { RATE_LIMIT: '1000000' }
    const order = { processes: 1, databaseUrl: cluster.databaseUrl, settings }
    return withFleet(order, async (fleet) => {
      const results = new Results()
      const scene: Scene = { results, fleet, keys: [], revoked: [], lastErrorAt: 0, errors: 0 }
      for (let i = 0; i < keysBefore; i += 1) scene.keys.push((await fleet.newKey()).key)
      for (let i = 0; i < revokedBefore; i += 1) await revokeNewKey(scene)
      const recoveries: number[] = []
      let lost = 0
      for (let i = 0; i < size; i += 1) {
        const { name, seconds } = await underLoad(scene, () => losePrimary(scene, cluster))
        recoveries.push(seconds)
        lost += await countLost(scene)
        log(`  ${i + 1} of ${size}: machine ${name} was killed, errors for ${seconds} s`)
        await cluster.restart(name)
      }
      return results.outcome({
        errorSecondsWorst: Math.max(...recoveries),
        errorResponses: scene.errors,
        keysConfirmed: scene.keys.length,
        keysLost: lost,
      })
    })
  })
}

async function revokeNewKey({ fleet, revoked }: Scene): Promise<void> {
  const { id, key } = await fleet.newKey()
  const revoked_at = new Date(systemClock.now()).toISOString()
  await fleet.writing.db.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute()
  revoked.push(key)
}

/** Sends requests and creates keys during `work`; an error is only allowed as the contract's QUERY_ERROR. */
async function underLoad<T>(scene: Scene, work: () => Promise<T>): Promise<T> {
  const { fleet, results, keys } = scene
  const pending = new Set<Promise<void>>()
  const start = (task: Promise<void>) => {
    pending.add(task)
    void task.finally(() => pending.delete(task))
  }
  const [{ wire }] = fleet.members as [Fleet['members'][0]]
  const request = async () => {
    const { status, body } = await wire.send(keyCheck(keys[0] ?? ''))
    results.note(status)
    if (status === 200) return
    scene.errors += 1
    scene.lastErrorAt = performance.now()
    results.demand(
      status === 500 && body.includes('QUERY_ERROR'),
      `a response is ${status} ${body}`,
    )
  }
  const newKey = async () => {
    // A key whose creation failed was not confirmed to anybody.
    const made = await fleet.newKey().catch(() => undefined)
    if (made !== undefined) keys.push(made.key)
  }
  const timers = [
    setInterval(() => start(request()), requestEveryMs),
    setInterval(() => start(newKey()), newKeyEveryMs),
  ]
  try {
    return await work()
  } finally {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(pending)
  }
}

/** Kills the machine with the primary, and waits until requests have succeeded again for a while. */
async function losePrimary(scene: Scene, cluster: Cluster) {
  await pause(wellForMs)
  const lostAt = performance.now()
  scene.lastErrorAt = lostAt
  const name = await cluster.killPrimary()
  while (performance.now() - Math.max(lostAt, scene.lastErrorAt) < wellForMs) {
    if (performance.now() - lostAt > recoveredWithinMs) {
      scene.results.fail(`requests still fail ${recoveredWithinMs / 1000} s after the loss`)
      break
    }
    await pause(100)
  }
  const seconds = Math.round((scene.lastErrorAt - lostAt) / 100) / 10
  return { name, seconds }
}

/** Demands of every confirmed key that it works, and of every revoked one that it does not; returns the number lost. */
async function countLost({ results, fleet, keys, revoked }: Scene): Promise<number> {
  const [{ wire }] = fleet.members as [Fleet['members'][0]]
  let lost = 0
  for (const key of keys) if ((await wire.send(keyCheck(key))).status !== 200) lost += 1
  results.demand(lost === 0, `${lost} of ${keys.length} confirmed keys are lost`)
  for (const key of revoked) {
    const { status } = await wire.send(keyCheck(key))
    results.demand(status === 401, `a revoked key returns ${status}`)
  }
  return lost
}

export const clusterFailover: StressTest = {
  name: 'cluster-failover',
  about:
    'the machine of the primary is killed in a cluster of Patroni and HAProxy: errors for seconds, and no confirmed key is lost',
  counts: 'times; needs etcd, Patroni and HAProxy',
  sizes: { small: 1, large: 6 },
  run,
}
