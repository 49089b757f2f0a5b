import { parse } from './kit/ledger.ts'
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

interface Found {
  data?: Record<string, unknown>[]
}

/** Sends each request to both services and records differences. */
class Comparison {
  readonly results = new Results()
  readonly metrics = { searches: 0, setsCompared: 0, differentOrders: 0 }
  readonly #pair: Pair
  readonly #pagedTargets = new Set<string>()
  #pagedCount = 0

  constructor(pair: Pair) {
    this.#pair = pair
  }

  /** Sends the request to both services; returns the reply of the one on SQLite. */
  async send(sent: Sent): Promise<Reply> {
    const [sqlite, postgres] = await this.#pair.send(sent)
    this.results.note(sqlite.status)
    for (const { headers } of [sqlite, postgres])
      for (const name of lengthHeaders(sent, sqlite)) headers.delete(name)
    if (isSearchResult(sent, sqlite)) await this.#compareSearches(sent, sqlite, postgres)
    else this.#assertSame(sent, describeReply(sqlite), describeReply(postgres))
    return sqlite
  }

  /** Scores, and so the order, differ between engines. */
  async #compareSearches(sent: Sent, sqlite: Reply, postgres: Reply): Promise<void> {
    this.metrics.searches += 1
    this.#assertSame(
      sent,
      describeReply(sqlite, summaryOf(sqlite)),
      describeReply(postgres, summaryOf(postgres)),
    )
    if (sqlite.body !== postgres.body) this.metrics.differentOrders += 1
    const url = new URL(sent.target, 'http://localhost')
    for (const name of ['page', 'per_page', 'apikey']) url.searchParams.delete(name)
    const target = `${url.pathname}${url.search}`
    if (this.#pagedTargets.has(target)) return
    this.#pagedTargets.add(target)
    await this.#compareAllPages(target)
  }

  /** Compares the results of all pages, in any order. */
  async #compareAllPages(target: string): Promise<void> {
    const key = this.#pair.pagingKeys[this.#pagedCount++ % this.#pair.pagingKeys.length] ?? ''
    const all: [sqlite: string[], postgres: string[]] = [[], []]
    for (let page = 1, more = true; more; page += 1) {
      const sent = {
        method: 'GET',
        target: `${target}&per_page=100&page=${page}`,
        headers: { 'x-api-key': key },
      }
      const replies = await this.#pair.send(sent)
      this.results.note(replies[0].status)
      // The rate limit can end a long search early, on both.
      if (replies.every(({ status }) => status === 429)) return
      for (const [side, reply] of replies.entries()) all[side]?.push(...itemsOf(reply))
      more = replies.some(({ body }) => body.includes('"has_more":true'))
    }
    this.metrics.setsCompared += 1
    const [sqlite, postgres] = all.map((items) => items.sort().join('\n')) as [string, string]
    this.#assertSame({ method: 'GET', target }, sqlite, postgres)
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

// The request id changes the compressed length. Snippets differ in length, and short bodies are not compressed.
function lengthHeaders({ target }: Sent, { headers }: Reply): string[] {
  if (searchPattern.test(target)) return ['content-length', 'content-encoding', 'transfer-encoding']
  return headers.has('content-encoding') ? ['content-length'] : []
}

function isSearchResult({ method, target }: Sent, { status }: Reply): boolean {
  return method === 'GET' && status === 200 && searchPattern.test(target)
}

/** The whole reply as one string. */
function describeReply({ status, headers, body }: Reply, said = body): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines.sort(), said].join('\n')
}

/** The reply to a search without its results. */
function summaryOf({ body }: Reply): string {
  const { data = [], ...rest } = parse(body) as Found
  return JSON.stringify({ resultCount: data.length, ...rest })
}

/** The results of one page of a search, without scores. */
function itemsOf({ body }: Reply): string[] {
  const { data = [] } = parse(body) as Found
  return data.map(({ score: _, ...item }) => JSON.stringify(item))
}

export const differential: StressTest = {
  name: 'differential',
  about: 'SQLite and PostgreSQL return the same bytes, and for searches the same set',
  counts: 'requests',
  sizes: { small: 1500, large: 20_000 },
  run,
}
