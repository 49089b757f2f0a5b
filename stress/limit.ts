import { createKeyForEmail } from '../src/access/keys.ts'
import { type Clock, systemClock } from '../src/core/clock.ts'
import { startService } from '../test/support/service/service.ts'
import { Ledger } from './kit/ledger.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, type Sent, Wire } from './kit/wire.ts'

const limit = 100
const windowMs = 60_000
const rejection: Expectation = { status: [429], code: ['RATE_LIMIT_EXCEEDED'] }
const either: Expectation = { status: [200, 429], code: ['RATE_LIMIT_EXCEEDED'] }

/** The real service and limiter, with a clock that only the test moves. */
class Bench {
  readonly ledger: Ledger
  readonly #at: { ms: number }

  constructor(wire: Wire, at: { ms: number }) {
    this.ledger = new Ledger(wire)
    this.#at = at
  }

  pass(ms: number): void {
    this.#at.ms += ms
  }

  /** Sends one request and checks its rate limit headers. */
  async send(sent: Sent, expected: Expectation): Promise<Reply | undefined> {
    const reply = await this.ledger.probe(sent, expected)
    if (reply === undefined) return undefined
    const counted = ![401, 204].includes(reply.status)
    const shown = reply.headers.get('x-ratelimit-limit')
    if (counted !== (shown === String(limit)))
      this.ledger.fail(sent, expected, `X-RateLimit-Limit is ${shown} on a ${reply.status}`)
    const retry = reply.headers.get('retry-after')
    if (retry !== (reply.status === 429 ? '60' : null))
      this.ledger.fail(sent, expected, `Retry-After is ${retry} on a ${reply.status}`)
    return reply
  }

  /** Sends the same request `count` times over sixteen connections; returns the number admitted. */
  async burst(sent: Sent, count: number): Promise<number> {
    let through = 0
    await this.ledger.forEach(Array(count).keys(), async () => {
      const reply = await this.send(sent, either)
      if (reply?.status === 200) through += 1
    })
    return through
  }

  expectThrough(sent: Sent, through: number, expected: number): void {
    if (through !== expected)
      this.ledger.fail(sent, either, `${through} got through, but ${expected} must`)
  }
}

async function run({ size, log }: Order): Promise<Outcome> {
  const at = { ms: 1_000_000 }
  const clock: Clock = { now: systemClock.now, monotonic: () => at.ms }
  const service = await startService({ rateLimit: limit, clock })
  const wire = new Wire(service.port)
  const bench = new Bench(wire, at)
  const get = (key: string, path = 'test'): Sent => ({
    method: 'GET',
    target: `/api/v1/pemberley/${path}`,
    headers: { 'x-api-key': key },
  })
  try {
    const one = get(service.key)
    bench.expectThrough(one, await bench.burst(one, size), limit)
    log(`  ${size} simultaneous requests are done`)
    await atTheEdges(bench, one)
    await whatCounts(bench, get, service)
    return bench.ledger.outcome({ limit })
  } finally {
    wire.close()
    await service.stop()
  }
}

async function atTheEdges(bench: Bench, one: Sent): Promise<void> {
  bench.pass(windowMs - 1)
  bench.expectThrough(one, await bench.burst(one, limit), 0)
  bench.pass(1)
  bench.expectThrough(one, await bench.burst(one, 2 * limit), limit)
  bench.pass(windowMs)
  bench.expectThrough(one, await bench.burst(one, limit / 2), limit / 2)
  bench.pass(windowMs / 2)
  bench.expectThrough(one, await bench.burst(one, limit), limit / 2)
  bench.pass(windowMs / 2)
  bench.expectThrough(one, await bench.burst(one, limit), limit / 2)
}

type Service = Awaited<ReturnType<typeof startService>>

/** Requests with a valid key count whatever their status; 401s and rejected requests do not. */
async function whatCounts(
  bench: Bench,
  get: (key: string, path?: string) => Sent,
  service: Service,
) {
  const { key } = await createKeyForEmail(
    service.writing,
    { email: 'other@pemberley.example', name: null, keysMax: 10 },
    systemClock,
  )
  const first = await bench.send(get(key, 'people'), { status: [200] })
  const tag = first?.headers.get('etag') ?? ''
  const counted: [Sent, number][] = [
    [get(key, 'people?per_page=0'), 400],
    [get(key, 'people/nobody'), 404],
    [{ ...get(key), target: '/api/v1/nowhere/people' }, 404],
    [{ ...get(key, 'people'), headers: { 'x-api-key': key, 'if-none-match': tag } }, 304],
    [{ ...get(key, 'people'), method: 'HEAD' }, 200],
    [{ ...get(key, `people?apikey=${key}`), headers: {} }, 200],
  ]
  for (const [sent, status] of counted) await bench.send(sent, { status: [status] })
  const free: Sent[] = [
    { ...get(key, 'people'), headers: {} },
    get(`rv_${'0'.repeat(64)}`, 'people'),
    get('not a key', 'people'),
  ]
  for (const sent of free) await bench.send(sent, { status: [401] })
  await bench.send({ ...get(key, 'people'), method: 'OPTIONS' }, { status: [204] })
  const used = 1 + counted.length
  bench.expectThrough(get(key), await bench.burst(get(key), limit), limit - used)
  for (const [sent] of counted) await bench.send(sent, rejection)
  for (const sent of free) await bench.send(sent, { status: [401] })
  bench.pass(windowMs)
  const others = get(service.key)
  bench.expectThrough(others, await bench.burst(others, 1), 1)
}

export const limitTest: StressTest = {
  name: 'limit',
  about: 'of a burst of one key, exactly 100 requests a minute are admitted',
  counts: 'requests',
  sizes: { small: 10_000, large: 100_000 },
  run,
}
