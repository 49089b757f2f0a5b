import { type Endpoint, endpoints, type Fixture, openFixture } from './kit/fixture.ts'
import { Random } from './kit/random.ts'
import { exchange } from './kit/socket.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Sent } from './kit/wire.ts'

// All headers of our responses; any other one was injected by a request.
const existing = new Set([
  ...[
    'access-control-allow-origin',
    'access-control-expose-headers',
    'access-control-allow-methods',
    'allow',
  ],
  ...[
    'access-control-allow-headers',
    'access-control-max-age',
    'cache-control',
    'connection',
    'content-encoding',
  ],
  ...[
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'date',
    'etag',
  ],
  ...[
    'keep-alive',
    'link',
    'preference-applied',
    'ratelimit',
    'ratelimit-policy',
    'referrer-policy',
    'retry-after',
  ],
  ...[
    'strict-transport-security',
    'transfer-encoding',
    'vary',
    'x-content-type-options',
    'x-ratelimit-limit',
    'x-request-id',
  ],
])

const marker = 'injected-by-the-client'

// Percent-encoded line breaks and terminal escapes, for paths and queries.
const encoded = [
  '%0d%0a',
  '%0D%0A%20',
  '%0a',
  '%0d',
  '%00',
  '%E5%98%8A%E5%98%8D',
  '%E2%80%A8',
  '%1b%5B31m',
  '%22',
  '%3E%3B',
]

const names = [
  ...[
    'x-request-id',
    'request-id',
    'x-correlation-id',
    'traceparent',
    'user-agent',
    'origin',
    'referer',
    'cookie',
  ],
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'if-match',
    'if-modified-since',
    'range',
  ],
  ...[
    'prefer',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'x-real-ip',
    'via',
  ],
  ...[
    'authorization',
    'x-original-url',
    'x-rewrite-url',
    'content-type',
    'x-no-compression',
    'max-forwards',
  ],
  ...[
    'access-control-request-method',
    'access-control-request-headers',
    '__proto__',
    'constructor',
  ],
]

const values = [
  '',
  marker,
  `${marker}\t${marker}`,
  `"${marker}"`,
  `W/"${marker}"`,
  '*',
  `${marker}; a=b, ${marker}`,
  `<https://${marker}.example>; rel="next"`,
  'bytes=0-10',
  'bytes=5-',
  'handling=lenient',
  `handling=lenient; ${marker}`,
  'null',
  `https://${marker}.example`,
  `$${'{jndi:ldap://x/a}'}`,
  '() { :;}; echo x',
  "' OR 1=1 --",
  '%0d%0aX-Evil: 1',
  '\xe9\xff\x80',
  '"'.repeat(500),
  ','.repeat(2000),
  'gzip;q=0, br;q=0, *;q=0',
  'gzip;q=x, , ,;;',
  'x'.repeat(4000),
]

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    await fixture.ledger.forEach(cases(fixture, random, size), (sent) => judge(fixture, sent))
    const steps = await measure(fixture)
    return fixture.ledger.outcome({ sizes: steps })
  } finally {
    await fixture.close()
  }
}

function* cases(fixture: Fixture, random: Random, size: number): Generator<Sent> {
  for (const endpoint of endpoints) {
    for (const name of names) yield withHeader(fixture, endpoint, name, marker)
    for (const bytes of encoded) {
      const text = `${bytes}x-evil:${marker}${bytes}${bytes}<b>`
      const query = [fixture.queryOf(endpoint), `x=${text}`, `${text}=1`].filter(Boolean).join('&')
      yield fixture.get(endpoint, query)
      yield { ...fixture.get(endpoint), target: `${fixture.pathOf(endpoint)}${text}` }
    }
  }
  for (const name of names) {
    for (const value of values) yield withHeader(fixture, random.pick(endpoints), name, value)
  }
  for (let i = 0; i < size; i += 1) {
    const sent = withHeader(
      fixture,
      random.pick(endpoints),
      random.pick(names),
      random.pick(values),
    )
    sent.headers = { ...sent.headers, [random.pick(names)]: random.pick(values) }
    yield sent
  }
}

function withHeader(fixture: Fixture, endpoint: Endpoint, name: string, value: string): Sent {
  const sent = fixture.get(endpoint)
  return {
    ...sent,
    headers: Object.fromEntries([...Object.entries(sent.headers ?? {}), [name, value]]),
  }
}

/** A request with any header gets a normal response, which does not repeat the value. */
async function judge({ ledger }: Fixture, sent: Sent): Promise<void> {
  const expected: Expectation = { status: [200, 304, 400, 404] }
  const reply = await ledger.probe(sent, expected)
  if (reply === undefined) return
  for (const [name, value] of reply.headers) {
    if (!existing.has(name)) ledger.fail(sent, expected, `an unknown header: ${name}: ${value}`)
    if (value.includes(marker)) ledger.fail(sent, expected, `echoed in ${name}: ${value}`)
    if (/[^\x20-\x7e]/.test(value)) ledger.fail(sent, expected, `not printable: ${name}: ${value}`)
  }
  if (reply.status >= 400 && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(messageOf(reply.body)))
    ledger.fail(sent, expected, `the message is not safe to print: ${reply.body.slice(0, 200)}`)
}

const messageOf = (body: string) =>
  (JSON.parse(body) as { error: { message: string } }).error.message

const kib = 1024

/** Up to `cap` it is accepted, from `limit` on rejected; between them either is correct. */
type Head = { name: string; of: (size: number) => string; cap: number; limit: number }

const request = (target: string, lines = '') =>
  `GET /api/v1/health${target} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`

// Node only counts names and values, so the head on the wire may be larger than the limit.
const heads: Head[] = [
  { name: 'URL', of: (size) => request(`?${'x'.repeat(size - 15)}`), cap: 8 * kib, limit: 9 * kib },
  {
    name: 'one header',
    of: (size) => request('', `X-A: ${'x'.repeat(size)}\r\n`),
    cap: 15 * kib,
    limit: 17 * kib,
  },
  {
    name: 'many headers',
    of: (size) => request('', 'ab: cdef\r\n'.repeat(size / 10)),
    cap: 12 * kib,
    limit: 29 * kib,
  },
]

/**
 * URLs, one header and many headers from 1 to 64 KiB: accepted up to the cap, rejected above the limit, always with a
 * valid response.
 */
async function measure(fixture: Fixture): Promise<number> {
  let steps = 0
  for (const head of heads) {
    for (let size = kib; size <= 64 * kib; size += kib) {
      await measureOne(fixture, head, size)
      steps += 1
    }
  }
  return steps
}

async function measureOne(
  { service, ledger }: Fixture,
  { name, of, cap, limit }: Head,
  size: number,
) {
  const above = size >= limit ? [400] : [200, 400]
  const status = size <= cap ? [200] : above
  const connection = await exchange(service.port, [of(size)], {
    responses: 1,
    quietMilliseconds: 5000,
  })
  const [response] = connection.responses
  const right = response?.headers.has('x-request-id') === true && status.includes(response.status)
  const shaped = response?.status === 200 || response?.body.includes('"VALIDATION_ERROR"') === true
  if (right && shaped && connection.problem === undefined) return
  const sent = { method: 'RAW', target: `raw:${Buffer.from(of(size)).toString('base64')}` }
  ledger.fail(
    sent,
    { status },
    `${name} of ${size}: ${response?.status} ${connection.problem ?? connection.end}`,
  )
}

export const headers: StressTest = {
  name: 'headers',
  about:
    'no header, path or query injects headers or log lines, and heads of any size get a response',
  counts: 'random pairs of headers',
  sizes: { small: 300, large: 40_000 },
  run,
}
