import { openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import { type Exchange, exchange } from './kit/socket.ts'
import type { WireResponse } from './kit/stream.ts'
import type { Expectation, Failure, Order, Outcome, StressTest } from './kit/stress-test.ts'
import { type SocketCase, socketCases } from './socket-cases.ts'

const allowed = new Set([200, 204, 304, 400, 401, 404, 429])
const lanes = 12
const quietMilliseconds = 400

/** Requests to mutate. None is a HEAD, because the client cannot tell whether a mutated HEAD has a body. */
const straight = [
  'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/ocd/pemberley/people?per_page=2&page=1 HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n',
  'GET /api/v1/pemberley/search?q=ditch HTTP/1.1\r\nHost: x\r\nX-API-Key: KEY\r\n\r\n',
  'OPTIONS /api/v1/pemberley/people HTTP/1.1\r\nHost: x\r\nOrigin: a\r\nAccess-Control-Request-Method: GET\r\n\r\n',
  'POST /api/ocd/pemberley/bills HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'POST /api/ocd/pemberley/bills HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\nIf-None-Match: *\r\n\r\n',
]

const grit = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '%',
  '%00',
  '\xff',
  '\x80',
  '/',
  '?',
  'Host: y\r\n',
  'Content-Length: 9\r\n',
  'Transfer-Encoding: chunked\r\n',
  'chunked',
  '0\r\n\r\n',
  'GET ',
  'HTTP/1.1',
]

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const results = new SocketResults()
  const random = new Random(seed)
  const { port, key } = fixture.service
  const streams = Array.from({ length: size }, () => altered(random, key))
  try {
    const slow = slowHead(port, results)
    await inLanes(socketCases, (one) => judgeCase(port, one, results))
    log(`  ${socketCases.length} cases of the probe are done`)
    await inLanes(streams, async (pieces) => {
      const sent = pieces.join('')
      const connection = await exchange(port, pieces, { quietMilliseconds })
      results.note(sent, connection, { status: [...allowed] })
    })
    await judgeCase(port, socketCases[0] as SocketCase, results)
    await slow
    return results.outcome({ cases: socketCases.length, streams: size })
  } finally {
    await fixture.close()
  }
}

class SocketResults {
  readonly #statuses = new Map<number, number>()
  readonly #endings = new Map<string, number>()
  readonly #errors: Failure[] = []
  readonly #ids = new Set<string>()
  readonly #started = performance.now()
  #failureCount = 0
  #talks = 0

  note(bytes: string | Buffer, connection: Exchange, expected: Expectation): void {
    this.#talks += 1
    this.#endings.set(connection.end, (this.#endings.get(connection.end) ?? 0) + 1)
    if (connection.problem !== undefined) this.fail(bytes, expected, connection.problem)
    for (const response of connection.responses) {
      this.#statuses.set(response.status, (this.#statuses.get(response.status) ?? 0) + 1)
      for (const why of problemsOf(response, this.#ids)) this.fail(bytes, expected, why)
    }
  }

  fail(bytes: string | Buffer, expected: Expectation, why: string): void {
    this.#failureCount += 1
    const target = `raw:${Buffer.from(bytes as string, 'latin1').toString('base64')}`
    if (this.#errors.length < 50)
      this.#errors.push({ sent: { method: 'RAW', target }, expected, why })
  }

  outcome(metrics: Record<string, number>): Outcome {
    return {
      requests: this.#talks,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b)),
      errors: this.#errors,
      failureCount: this.#failureCount,
      metrics: {
        seconds: Math.round((performance.now() - this.#started) / 100) / 10,
        ...Object.fromEntries(this.#endings),
        ...metrics,
      },
    }
  }
}

// The page itself, or a rejected form.
const pageStatuses = new Set([200, 403, 405])

function problemsOf({ status, headers, body }: WireResponse, ids: Set<string>): string[] {
  const errors: string[] = []
  const id = headers.get('x-request-id') ?? ''
  // An altered path can be `/`, which is a page and not part of the API.
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  if (isPage ? !pageStatuses.has(status) : !allowed.has(status))
    errors.push(`${status} is not a status of this API`)
  if (!/^[0-9a-f-]{36}$/.test(id) || ids.has(id)) errors.push(`the request id is "${id}"`)
  ids.add(id)
  if (!headers.has('date') && !headers.has('connection')) errors.push('neither Date nor Connection')
  const { error } = parse(body) as { error?: { status?: number; code?: string; message?: string } }
  if (!isPage && status >= 400 && (error?.status !== status || !error.code || !error.message))
    errors.push(`no envelope: ${body.slice(0, 100)}`)
  if (body.includes('do-not-echo')) errors.push('the request is echoed')
  return errors
}

async function judgeCase(port: number, one: SocketCase, results: SocketResults): Promise<void> {
  const { title, bytes, responses, closes, methods = [], halfClose = false } = one
  const expected = { status: responses.flat() }
  // If the connection stays open, only wait for the last response.
  const options = closes
    ? { methods, halfClose }
    : { methods, halfClose, responses: responses.length }
  const connection = await exchange(port, [bytes], { ...options, quietMilliseconds: 5000 })
  results.note(bytes, connection, expected)
  const statuses = connection.responses.map(({ status }) => status)
  const right =
    statuses.length === responses.length &&
    statuses.every((status, i) => [responses[i]].flat().includes(status))
  if (!right)
    results.fail(bytes, expected, `${title}: returned ${statuses.join(', ') || 'nothing'}`)
  const expectedEnd = closes ? 'closed' : 'enough'
  if (connection.end !== expectedEnd)
    results.fail(bytes, expected, `${title}: the connection is ${connection.end}`)
}

/** A head that never ends is rejected after the timeout, and the connection closed. */
async function slowHead(port: number, results: SocketResults): Promise<void> {
  const bytes = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: '
  const connection = await exchange(port, [bytes], { quietMilliseconds: 20_000 })
  results.note(bytes, connection, { status: [400] })
  const [response] = connection.responses
  if (response?.status !== 400 || !response.body.includes('in time') || connection.end !== 'closed')
    results.fail(bytes, { status: [400] }, `a slow head: ${response?.status}, ${connection.end}`)
}

/** One to three requests, altered in one to six positions, and sent in one to three writes. */
function altered(random: Random, key: string): string[] {
  let stream = Array.from({ length: random.between(1, 3) }, () => random.pick(straight))
    .join('')
    .replaceAll('KEY', key)
  for (let n = random.between(1, 6); n > 0; n -= 1) {
    const at = random.below(stream.length)
    const other = random.pick(grit)
    const ways = [
      () => stream.slice(0, at) + other + stream.slice(at),
      () => stream.slice(0, at) + other + stream.slice(at + other.length),
      () => stream.slice(0, at) + stream.slice(at + random.between(1, 8)),
      () => stream.slice(0, at) + String.fromCharCode(random.below(256)) + stream.slice(at + 1),
      () => stream.slice(0, at) + stream.slice(at, at + 40) + stream.slice(at),
      () => stream.slice(0, Math.max(4, at)),
    ]
    stream = random.pick(ways)()
  }
  const cuts = Array.from({ length: random.below(3) }, () => random.below(stream.length + 1)).sort(
    (a, b) => a - b,
  )
  return [0, ...cuts].map((from, i) => stream.slice(from, cuts[i])).filter((piece) => piece !== '')
}

async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const source = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = source.next(); next.done !== true; next = source.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

export const sockets: StressTest = {
  name: 'sockets',
  about:
    'raw bytes, pipelines, half-closed connections and altered requests get valid HTTP with a request id, or nothing',
  counts: 'altered streams',
  sizes: { small: 400, large: 20_000 },
  run,
}
