import { openPair, type Pair } from './kit/pair.ts'
import { Questions } from './kit/questions.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

const rateLimit = 60
// Slightly faster than the rate limit, so that some requests are rejected.
const passingMax = 1100

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const pair = await openPair(random, rateLimit)
  const questions = new Questions(random, pair.towns)
  const comparison = new Comparison(pair)
  const { results } = comparison
  try {
    for (let round = 1; results.requests < size; round += 1) {
      const batch = pair.keys.map((key) => questions.next(key))
      const replies = await Promise.all(batch.map((sent) => comparison.send(sent)))
      for (const [index, sent] of batch.entries()) {
        const reply = replies[index]
        if (reply !== undefined) questions.remember(sent, reply)
      }
      pair.clock.pass(random.below(passingMax))
      if (round % 500 === 0) log(`  ${results.requests}`)
    }
    return results.outcome(comparison.metrics)
  } finally {
    await pair.close()
  }
}

/** Sends each request to both services and records differences. */
class Comparison {
  readonly results = new Results()
  readonly metrics = { searches: 0, withResults: 0 }
  readonly #pair: Pair

  constructor(pair: Pair) {
    this.#pair = pair
  }

  /** Sends the request to both services; returns the reply of the one on SQLite. */
  async send(sent: Sent): Promise<Reply> {
    const [sqlite, postgres] = await this.#pair.send(sent)
    this.results.note(sqlite.status)
    for (const { headers } of [sqlite, postgres])
      for (const name of lengthHeaders(sqlite)) headers.delete(name)
    if (isSearchResult(sent, sqlite)) {
      this.metrics.searches += 1
      if (!sqlite.body.includes('"data":[]')) this.metrics.withResults += 1
    }
    this.#assertSame(sent, describeReply(sqlite), describeReply(postgres))
    return sqlite
  }

  #assertSame(sent: Sent, sqlite: string, postgres: string): void {
    if (sqlite === postgres) return
    const at = [...sqlite].findIndex((character, index) => character !== [...postgres][index])
    const part = (text: string) => text.slice(Math.max(0, at - 80), at + 160)
    const request = `${sent.method} ${sent.target} ${JSON.stringify(sent.headers ?? {})}`
    this.results.fail(`${request}\n    sqlite   ${part(sqlite)}\n    postgres ${part(postgres)}`)
  }
}

const searchPattern = /^\/api\/v1\/[^/]+\/search\?/

// The request id changes the compressed length.
function lengthHeaders({ headers }: Reply): string[] {
  return headers.has('content-encoding') ? ['content-length'] : []
}

function isSearchResult({ method, target }: Sent, { status }: Reply): boolean {
  return method === 'GET' && status === 200 && searchPattern.test(target)
}

/** The whole reply as one string. */
function describeReply({ status, headers, body }: Reply): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return [status, body, ...lines.sort()].join('\n')
}

export const differential: StressTest = {
  name: 'differential',
  about: 'SQLite and PostgreSQL return the same bytes, for searches too',
  counts: 'requests',
  sizes: { small: 1500, large: 20_000 },
  run,
}
