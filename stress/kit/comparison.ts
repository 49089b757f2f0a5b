import type { Pair } from './pair.ts'
import { Results } from './results.ts'
import type { Reply, Sent } from './wire.ts'

/** Sends each request to both services of a pair and records differences. */
export class Comparison {
  readonly results = new Results()
  readonly metrics = { searches: 0, withResults: 0 }
  readonly #pair: Pair

  constructor(pair: Pair) {
    this.#pair = pair
  }

  /** Returns the reply of the one on SQLite. */
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
