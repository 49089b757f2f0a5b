import { withRedis } from '../support/process/redis.ts'
import { Books } from './kit/books.ts'
import type { Campaign, Order, Outcome } from './kit/campaign.ts'
import { type Fleet, keyCheck, spread, withFleet } from './kit/fleet.ts'

const processes = 4
const limit = 100
const windowMs = 60_000

/** R1: one key asks all processes at once; a hundred requests get through, of all of them together. */
async function run({ size }: Order): Promise<Outcome> {
  return withRedis((redis) =>
    withFleet({ processes, redisUrl: redis.url }, (fleet) => askAll(fleet, size)),
  )
}

async function askAll(fleet: Fleet, size: number): Promise<Outcome> {
  const books = new Books()
  const sent = keyCheck((await fleet.newKey()).key)
  const through = fleet.members.map(() => 0)
  const started = performance.now()
  await spread(fleet, size, async (member) => {
    const { status, headers } = await member.wire.send(sent)
    books.note(status)
    const index = fleet.members.indexOf(member)
    if (status === 200) through[index] = (through[index] ?? 0) + 1
    books.demand(status === 200 || status === 429, `an answer is ${status}`)
    const shown = [headers.get('x-ratelimit-limit'), headers.get('retry-after')]
    const right = [String(limit), status === 429 ? '60' : null]
    books.demand(shown.join() === right.join(), `a ${status} says ${shown.join()}`)
  })
  const took = performance.now() - started
  const all = through.reduce((sum, count) => sum + count, 0)
  books.demand(all === limit, `${all} of ${size} got through, but ${limit} must`)
  books.demand(took < windowMs, 'it took longer than the window, which proves nothing')
  books.demand(
    through.every((count) => count < limit),
    'one process let all of them through',
  )
  const said = (await fleet.stop()).filter((text) => text.includes('Redis'))
  books.demand(said.length === 0, `Redis was lost: ${said[0]?.slice(0, 300)}`)
  return books.outcome({ processes, through: through.join(' + ') })
}

export const limitProcesses: Campaign = {
  name: 'limit-processes',
  about: 'one key over four processes at once: exactly 100 requests pass in all',
  counts: 'requests',
  sizes: { small: 2000, large: 10_000 },
  run,
}
