import { setTimeout as pause } from 'node:timers/promises'
import { revokeKey } from '../src/access/queries.ts'
import { withRedis } from '../test/support/process/redis.ts'
import { town } from '../test/support/towns/town.ts'
import { type Fleet, keyCheck, type Member, withFleet } from './kit/fleet.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const processes = 4
const spacingMs = 1
/** How long a key is used after the response to its revocation. */
const afterMs = 20
/** Maximum time between the first use of a key and its revocation. */
const beforeMsMax = 30

interface TimedResponse {
  started: number
  status: number
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const results = new Results()
  const settings = { RATE_LIMIT: '1000000' }
  return withRedis((redis) =>
    withFleet({ processes, redisUrl: redis.url, settings }, async (fleet) => {
      let after = 0
      for (let i = 0; i < size; i += 1) {
        after += await revokeOne(fleet, results, random.next() * beforeMsMax)
        if (i % 100 === 99) log(`  ${i + 1} keys are revoked`)
      }
      return results.outcome({ processes, revocations: size, askedAfter: after })
    }),
  )
}

/** Resolves with the number of requests started after the revocation. */
async function revokeOne(fleet: Fleet, results: Results, beforeMs: number): Promise<number> {
  const { id, key } = await fleet.newKey()
  // An endpoint that is never cached, and one that is.
  const ways = [keyCheck(key), { ...keyCheck(key), target: `/api/v1/${town.slug}/meetings` }]
  let over = false
  const hammer = async ({ wire }: Member): Promise<TimedResponse[]> => {
    const responses: Promise<TimedResponse>[] = []
    while (!over) {
      for (const sent of ways) {
        const started = performance.now()
        responses.push(wire.send(sent).then(({ status }) => ({ started, status })))
        await pause(spacingMs)
      }
    }
    return Promise.all(responses)
  }
  const hammers = fleet.members.map(hammer)
  await pause(beforeMs)
  const revoked = await revokeKey(fleet.writing.db, id, new Date().toISOString())
  const respondedAt = performance.now()
  await pause(afterMs)
  over = true
  results.demand(revoked, 'a key could not be revoked')
  let after = 0
  for (const [index, responses] of (await Promise.all(hammers)).entries()) {
    for (const { started, status } of responses) {
      results.note(status)
      results.demand(status === 200 || status === 401, `a response is ${status}`)
      if (started <= respondedAt) continue
      after += 1
      const late = Math.round((started - respondedAt) * 10) / 10
      results.demand(status === 401, `process ${index} lets a key in, ${late} ms after its revoke`)
    }
    results.demand(
      responses.some(({ started }) => started > respondedAt),
      'no request was started after a revoke',
    )
  }
  return after
}

export const revocations: StressTest = {
  name: 'revocations',
  about: 'keys in use on four processes are revoked, and rejected by all of them from then on',
  counts: 'revocations',
  sizes: { small: 20, large: 1000 },
  run,
}
