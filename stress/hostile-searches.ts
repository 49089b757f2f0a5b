import { setTimeout as pause } from 'node:timers/promises'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { rowsOf } from '../test/support/database/inspector.ts'
import { withStore } from '../test/support/database/moving.ts'
import { newReeve } from '../test/support/process/reeve.ts'
import { hostileSearch, knownAttacks } from './kit/hostile-queries.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { importArchive, searchTown } from './kit/search-town.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type Reply, Wire } from './kit/wire.ts'

const healthMsMax = 250
const loopMsMax = 100
const requestsPerKey = 90
const atOnce = 10
const attackMsMax = 30_000
const probeMs = 20

async function run(order: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  try {
    const slug = await (order.archive === undefined
      ? searchTown(reeve, databaseUrl, order)
      : importArchive(reeve, databaseUrl, order.archive))
    const titles = await rowsOf<{ title: string }>(
      databaseUrl,
      'select title from search_documents order by id limit 500',
    )
    const keys = await newKeys(databaseUrl, 1 + Math.ceil(order.size / requestsPerKey))
    const server = await reeve.serve([], { DATABASE_URL: databaseUrl, METRICS: 'on' })
    const attack = new Attack(server.port, slug, results)
    try {
      const [first = '', ...others] = keys
      const queries = new HostileQueries(
        order,
        titles.map(({ title }) => title),
      )
      // The first request of a process also loads and compiles code.
      await attack.oneSearch(first)
      const existing = await attack.watch(order, () => attack.oneKey(first, attackMsOf(order)))
      const random = await attack.watch(order, () => attack.manyKeys(others, queries.all()))
      server.signal('SIGTERM')
      const { status, stderr } = await server.ended
      results.demand(status === 0, `the server ended with ${status}: ${stderr}`)
      return results.outcome({ ...named('known', existing), ...named('random', random) })
    } finally {
      attack.close()
    }
  } finally {
    await reeve.remove()
    await remove()
  }
}

const attackMsOf = ({ size }: Order) => Math.min(attackMsMax, size * 10)

const named = (prefix: string, metrics: Record<string, number | string>) =>
  Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`${prefix}.${name}`, value]))

async function newKeys(databaseUrl: string, count: number): Promise<string[]> {
  const account = { email: 'attacker@pemberley.example', name: null, keysMax: count }
  return withStore(databaseUrl, async (store) => {
    const keys: string[] = []
    for (let i = 0; i < count; i += 1)
      keys.push((await createKeyForEmail(store, account, systemClock)).key)
    return keys
  })
}

class HostileQueries {
  readonly #order: Order
  readonly #titles: readonly string[]

  constructor(order: Order, titles: readonly string[]) {
    this.#order = order
    this.#titles = titles
  }

  *all(): Generator<string> {
    const random = new Random(this.#order.seed)
    for (let i = 0; i < this.#order.size; i += 1) yield hostileSearch(random, this.#titles)
  }
}

/** Sends searches, and health checks as another client. */
class Attack {
  readonly #wire: Wire
  readonly #other: Wire
  readonly #slug: string
  readonly #results: Results
  #slowest = { ms: 0, search: '' }

  constructor(port: number, slug: string, results: Results) {
    this.#wire = new Wire(port)
    this.#other = new Wire(port, 1)
    this.#slug = slug
    this.#results = results
  }

  close(): void {
    this.#wire.close()
    this.#other.close()
  }

  /** The slowest health check and the longest stall of the event loop while `work` ran. */
  async watch({ timeoutFactor, log }: Order, work: () => Promise<void>) {
    await this.#loopMs()
    this.#slowest = { ms: 0, search: '' }
    let isOver = false
    const over = work().finally(() => {
      isOver = true
    })
    const times: number[] = []
    while (!isOver) {
      const reply = await this.#get('/api/v1/health')
      this.#results.demand(reply.status === 200, `health returned ${reply.status}`)
      times.push(Math.round(reply.milliseconds))
      await pause(probeMs)
    }
    await over
    const loopMs = await this.#loopMs()
    const healthMs = Math.max(...times)
    const { ms, search } = this.#slowest
    this.#results.demand(healthMs <= healthMsMax * timeoutFactor, `health took ${healthMs} ms`)
    this.#results.demand(
      loopMs <= loopMsMax * timeoutFactor,
      `the event loop was held for ${loopMs} ms`,
    )
    log(`  health ${healthMs} ms, event loop ${loopMs} ms, slowest search ${ms} ms: ${search}`)
    return { healthMs, probes: times.length, loopMs, slowestSearchMs: ms }
  }

  oneSearch(key: string): Promise<void> {
    return this.#search(key, 'q=council')
  }

  async oneKey(key: string, milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    await this.#inLanes(function* () {
      for (let i = 0; performance.now() < end; i += 1) {
        const q = encodeURIComponent(knownAttacks[i % knownAttacks.length] ?? '')
        yield { key, search: `q=${q}&per_page=${1 + (i % 100)}` }
      }
    })
  }

  async manyKeys(keys: readonly string[], searches: Iterable<string>): Promise<void> {
    await this.#inLanes(function* () {
      let sent = 0
      for (const search of searches) {
        yield { key: keys[Math.floor(sent / requestsPerKey)] ?? '', search }
        sent += 1
      }
    })
  }

  async #inLanes(searches: () => Generator<{ key: string; search: string }>): Promise<void> {
    const source = searches()
    const lane = async () => {
      for (const { key, search } of source) await this.#search(key, search)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  async #search(key: string, search: string): Promise<void> {
    const target = `/api/v1/${this.#slug}/search?${search}`
    const { status, body, milliseconds } = await this.#wire.send({
      ...{ method: 'GET', target },
      headers: { 'x-api-key': key },
    })
    this.#results.note(status)
    const isFine = [200, 400, 429].includes(status) || body.includes('"QUERY_ERROR"')
    this.#results.demand(isFine, `${status} ${body.slice(0, 200)}: ${search}`)
    const ms = Math.round(milliseconds)
    if (ms > this.#slowest.ms) this.#slowest = { ms, search: search.slice(0, 200) }
    // Pauses after an immediate rejection, so that this client does not block its own event loop.
    if (status === 429) await pause(probeMs)
  }

  #get(target: string): Promise<Reply> {
    return this.#other.send({ method: 'GET', target })
  }

  /** Longest stall of the event loop since the last call, in milliseconds. */
  async #loopMs(): Promise<number> {
    const { body } = await this.#get('/metrics')
    const [, seconds = 'NaN'] = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(body) ?? []
    return Math.round(Number(seconds) * 1000)
  }
}

export const hostileSearches: StressTest = {
  name: 'hostile-searches',
  about: 'slow searches do not delay the health checks of another client',
  counts: 'random searches; with --archive <folder>, in the record of the archive',
  sizes: { small: 200, large: 10_000 },
  run,
}
