import { withRedis } from '../test/support/process/redis.ts'
import { type Fleet, keyCheck, spread, withFleet } from './kit/fleet.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const processes = 4
const limit = 100
const windowMs = 60_000

async function run({ size }: Order): Promise<Outcome> {
  return withRedis((redis) =>
    withFleet({ processes, redisUrl: redis.url }, (fleet) => requestAll(fleet, size)),
  )
}

async function requestAll(fleet: Fleet, size: number): Promise<Outcome> {
  const results = new Results()
  const sent = keyCheck((await fleet.newKey()).key)
  const through = fleet.members.map(() => 0)
  const started = performance.now()
  await spread(fleet, size, async (member) => {
    const { status, headers } = await member.wire.send(sent)
    results.note(status)
    const index = fleet.members.indexOf(member)
    if (status === 200) through[index] = (through[index] ?? 0) + 1
    results.demand(status === 200 || status === 429, `a response is ${status}`)
    const shown = [headers.get('x-ratelimit-limit'), headers.get('retry-after')]
    const right = [String(limit), status === 429 ? '60' : null]
    results.demand(shown.join() === right.join(), `a ${status} says ${shown.join()}`)
  })
  const took = performance.now() - started
  const all = through.reduce((sum, count) => sum + count, 0)
  results.demand(all === limit, `${all} of ${size} got through, but ${limit} must`)
  results.demand(took < windowMs, 'it took longer than the window, which proves nothing')
  results.demand(
    through.every((count) => count < limit),
    'one process let all of them through',
  )
  const said = (await fleet.stop()).filter((text) => text.includes('Redis'))
  results.demand(said.length === 0, `Redis was lost: ${said[0]?.slice(0, 300)}`)
  return results.outcome({ processes, through: through.join(' + ') })
}

export const limitProcesses: StressTest = {
  name: 'limit-processes',
  about: 'of the requests of one key to four processes, exactly 100 are admitted',
  counts: 'requests',
  sizes: { small: 2000, large: 10_000 },
  run,
}
