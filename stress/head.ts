import { type Endpoint, endpoints, type Fixture, openFixture } from './kit/fixture.ts'
import { Random } from './kit/random.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

// Headers that differ between any two responses, and those that HEAD may omit (RFC 9110 9.3.2).
const ownOfEach = new Set([
  'date',
  'x-request-id',
  'ratelimit',
  'connection',
  'keep-alive',
  'transfer-encoding',
])
const queries = [
  '',
  'per_page=1',
  'per_page=100',
  'per_page=0',
  'page=2',
  'page=x',
  'page=99999',
  'name=a',
  'type=x',
  'cursor=x',
  'year=1',
]
const conditions: Record<string, string>[] = [
  {},
  {},
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x"' },
]
const encodings: Record<string, string>[] = [
  {},
  { 'accept-encoding': 'identity' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br' },
]

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    await fixture.ledger.forEach(cases(fixture, random, size), (sent) => compare(fixture, sent))
    return fixture.ledger.outcome({ endpoints: endpoints.length })
  } finally {
    await fixture.close()
  }
}

function* cases(fixture: Fixture, random: Random, size: number): Generator<Sent> {
  for (const endpoint of endpoints) {
    for (const encoding of encodings)
      yield withHeaders(fixture, endpoint, fixture.queryOf(endpoint), encoding)
  }
  for (let i = 0; i < size; i += 1) {
    const endpoint = random.pick(endpoints)
    const query = [fixture.queryOf(endpoint), random.pick(queries)].filter(Boolean).join('&')
    const keyless = random.chance(0.1) ? { 'x-api-key': '' } : {}
    const headers = { ...random.pick(conditions), ...random.pick(encodings), ...keyless }
    yield withHeaders(fixture, endpoint, query, headers)
  }
}

function withHeaders(
  fixture: Fixture,
  endpoint: Endpoint,
  query: string,
  headers: Record<string, string>,
): Sent {
  const sent = fixture.get(endpoint, query)
  return { ...sent, headers: { ...sent.headers, ...headers } }
}

async function compare({ ledger }: Fixture, sent: Sent): Promise<void> {
  const anything = { status: [200, 304, 400, 401, 404] }
  const get = await ledger.probe(sent, anything)
  if (get === undefined) return
  const asHead = { ...sent, method: 'HEAD' }
  const head = await ledger.probe(asHead, { status: [get.status] })
  if (head === undefined) return
  const [expected, given] = [shown(get), shown(head)]
  const different = [
    ...expected.filter((line) => !given.includes(line)).map((line) => `GET has ${line}`),
    ...given.filter((line) => !expected.includes(line)).map((line) => `HEAD has ${line}`),
  ]
  if (different.length > 0) ledger.fail(asHead, { status: [get.status] }, different.join('; '))
}

function shown({ headers }: Reply): string[] {
  // The request id changes the compressed length.
  const packed = headers.has('content-encoding')
  return [...headers]
    .filter(([name]) => !ownOfEach.has(name) && !(packed && name === 'content-length'))
    .map(([name, value]) => `${name}: ${value}`)
}

export const head: StressTest = {
  name: 'head',
  about: 'HEAD returns the status and headers of GET',
  counts: 'random requests',
  sizes: { small: 400, large: 20_000 },
  run,
}
