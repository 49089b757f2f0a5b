import { endpoints, type Fixture, fine, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Sent } from './kit/wire.ts'

const methods = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'LINK',
  'MKCOL',
]

const elsewhere = [
  ...['/api', '/api/', '/api/v1/', '/api/v1/nowhere', '/api/v2/health', '/api/ocd', '/api/ocd/'],
  ...[
    '/api/v1/pemberley',
    '/api/v1/pemberley/',
    '/api/v1/nowhere/meetings',
    '/api/ocd/nowhere/bills',
    '/favicon.png',
    '/fr/docs',
    '/fr/nowhere',
  ],
  ...[
    '/.git/config',
    '/.env',
    '/humans.txt',
    '/server-status',
    '/admin',
    '/metrics',
    '/data/reeve.db',
    '/api/v1/docs/x',
  ],
]

const overrides: Record<string, string>[] = [
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method': 'PUT' },
  { 'x-method-override': 'PATCH' },
]

// No endpoint reads a body, so no body may change the response.
const bodies: Record<string, string>[] = [
  {},
  { 'content-type': 'application/json', 'content-length': '0' },
  { 'content-type': 'text/plain', 'content-length': '0' },
  { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '0' },
  { 'content-type': 'a/b/c;;;', 'content-length': '0' },
  { 'content-type': '', 'content-length': '0' },
]

// Paths of endpoints in an unknown municipality.
const townless = /^\/api\/(v1\/nowhere\/|ocd\/nowhere\/)/
const townMissing: Expectation = {
  status: [401, 404],
  code: ['MISSING_API_KEY', 'MUNICIPALITY_NOT_FOUND'],
}
const nothing: Expectation = { status: [404], code: ['NOT_FOUND'] }

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    const before = await stateOf(fixture)
    await fixture.ledger.forEach(matrix(fixture), (sent) => expectRejected(fixture, sent))
    await fixture.ledger.forEach(mixed(fixture, random, size), (sent) =>
      expectRejected(fixture, sent),
    )
    await fixture.ledger.forEach(endpoints, async (endpoint) => {
      for (const override of overrides) {
        const sent = fixture.get(endpoint)
        await fixture.ledger.probe({ ...sent, headers: { ...sent.headers, ...override } }, fine)
        const query = [fixture.queryOf(endpoint), '_method=DELETE'].filter(Boolean).join('&')
        await fixture.ledger.probe(fixture.get(endpoint, query), fine)
      }
      await preflight(fixture, fixture.pathOf(endpoint))
    })
    const after = await stateOf(fixture)
    if (before !== after)
      fixture.ledger.fail(
        { method: 'GET', target: '' },
        fine,
        `the database changed: ${before} to ${after}`,
      )
    return fixture.ledger.outcome({
      methods: methods.length,
      paths: endpoints.length + elsewhere.length,
    })
  } finally {
    await fixture.close()
  }
}

/** The rows that a side effect would change. */
async function stateOf({ service }: Fixture): Promise<string> {
  const { db } = service.writing
  const towns = await db.selectFrom('municipalities').selectAll().execute()
  const rows = await db.selectFrom('api_keys').selectAll().execute()
  // Without times of last use, which are written every few seconds.
  const keys = rows.map((row) => ({ ...row, last_used_at: null }))
  return JSON.stringify([towns, keys])
}

function* matrix(fixture: Fixture): Generator<Sent> {
  for (const method of methods) {
    for (const endpoint of endpoints) yield { ...fixture.get(endpoint), method }
    for (const target of elsewhere) yield { method, target }
  }
  for (const target of elsewhere) yield { method: 'GET', target }
  for (const endpoint of endpoints) yield { method: 'POST', target: fixture.pathOf(endpoint) }
}

function* mixed(fixture: Fixture, random: Random, size: number): Generator<Sent> {
  for (let i = 0; i < size; i += 1) {
    const endpoint = random.pick(endpoints)
    const headers = {
      ...fixture.keyHeader(endpoint),
      ...random.pick(bodies),
      ...random.pick([{}, ...overrides]),
    }
    yield {
      method: random.pick(methods),
      target: fixture.pathOf(endpoint, random.below(9)),
      headers,
    }
  }
}

/** The response must be a 404 with method, path and the allowed methods. */
async function expectRejected({ ledger }: Fixture, sent: Sent): Promise<void> {
  const town = sent.method === 'GET' && townless.test(sent.target)
  const expected = town ? townMissing : nothing
  const reply = await ledger.probe(sent, expected)
  if (reply === undefined || town) return
  const { error } = parse(reply.body) as { error?: { message?: string } }
  const [path = ''] = sent.target.split('?', 1)
  if (error?.message?.includes(`${sent.method} ${path}`) !== true)
    ledger.fail(sent, expected, `the message does not name method and path: ${error?.message}`)
  if (reply.headers.get('allow') !== 'GET, HEAD, OPTIONS')
    ledger.fail(sent, expected, `Allow is ${reply.headers.get('allow')}`)
}

/** A preflight needs no key, and returns the allowed methods and headers. */
async function preflight({ ledger }: Fixture, target: string): Promise<void> {
  const headers = {
    origin: 'https://site.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-api-key',
  }
  const sent = { method: 'OPTIONS', target, headers }
  const reply = await ledger.probe(sent, { status: [204] })
  const promised: Record<string, string> = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'X-API-Key, Content-Type',
    'access-control-max-age': '86400',
  }
  for (const [name, value] of Object.entries(promised)) {
    const given = reply?.headers.get(name)
    if (given !== value) ledger.fail(sent, { status: [204] }, `${name} is ${given}`)
  }
  if (reply?.headers.has('access-control-allow-credentials'))
    ledger.fail(sent, { status: [204] }, 'credentials are allowed')
}

export const methodsTest: StressTest = {
  name: 'methods',
  about: 'unsafe methods and method overrides return 404 on every path and change nothing',
  counts: 'random combinations of method, body type and override',
  sizes: { small: 300, large: 20_000 },
  run,
}
