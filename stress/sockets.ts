import { openFixture } from './kit/fixture.ts'
import { problemsOfReply } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import { type Exchange, exchange } from './kit/socket.ts'
import { marker } from './kit/strange.ts'
import type { WireResponse } from './kit/stream.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

/** What is sent, and which statuses come back in order; a list where HTTP allows several. */
type Row = readonly [title: string, bytes: string | Buffer, ...statuses: (number | number[])[]]

/** Raw bytes in one or more writes, and the responses that they must get. */
interface SocketCase {
  title: string
  pieces: readonly (string | Buffer)[]
  /** Without it, any number of responses of this API. */
  statuses?: Row[2][]
  /** Whether the server must close the connection or keep it; without it, either. */
  end?: 'closed' | 'kept'
  /** Close our side after sending. */
  halfClose?: boolean
  /** What the first response says. */
  says?: string
}

const health = '/api/v1/health'
const people = '/api/ocd/pemberley/people'

/** A request head; each line ends in CRLF, and the head in an empty line. */
const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers)
const last = get(health, 'Connection: close')
const connectLine = 'CONNECT evil.example:443 HTTP/1.1'

// The connection is closed after the response.
const rejected: readonly Row[] = [
  ['no Host', `GET ${health} HTTP/1.1\r\n\r\n`],
  ['two Hosts', get(health, 'Host: y')],
  ['two equal Hosts', get(health, 'Host: x')],
  ['a line that is not a request', 'GARBAGE\r\n\r\n'],
  ['a path without its first slash', get('api/v1/health')],
  ['no version', 'GET /\r\n\r\n'],
  ['version 9.9', head(`GET ${health} HTTP/9.9`)],
  ['version 2.0', head(`GET ${health} HTTP/2.0`)],
  ['a version in small letters', head(`GET ${health} http/1.1`)],
  ['NUL in the path', get('/api/v1/\0health')],
  ['raw UTF-8 in the path', Buffer.from(get('/api/v1/é/meetings'), 'utf8')],
  ['a space in the path', get('/api/v1/hea lth')],
  ['a tab in the path', get('/api/v1/hea\tlth')],
  ['an unknown method', head(`FOO ${health} HTTP/1.1`)],
  ['a method in small letters', head(`get ${health} HTTP/1.1`)],
  ['a method of 1,000 letters', head(`${'G'.repeat(1000)} ${health} HTTP/1.1`)],
  ['NUL in a header', get(health, 'X-A: a\0b')],
  ['a control character in a header', get(health, 'X-A: a\x01b')],
  ['a bare CR in a header', get(health, 'X-A: a\rb')],
  ['a bare LF in a header', get(health, 'X-A: a\nX-B: b')],
  ['a space before the colon', get(health, 'X-A : b')],
  ['a header without a name', get(health, ': b')],
  ['a header without a colon', get(health, 'nothing')],
  ['a folded header', get(health, 'X-A: a\r\n b')],
  ['a folded first header', `GET ${health} HTTP/1.1\r\n Host: x\r\n\r\n`],
  ['LF instead of CRLF', `GET ${health} HTTP/1.1\nHost: x\n\n`],
  [
    'length and chunks',
    `${head(`POST ${people} HTTP/1.1`, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  [
    'chunks and length',
    `${head(`POST ${people} HTTP/1.1`, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`,
  ],
  [
    'two lengths',
    `${head(`POST ${people} HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 6')}hello`,
  ],
  [
    'two equal lengths',
    `${head(`POST ${people} HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 5')}hello`,
  ],
  ['a list of lengths', `${head(`POST ${people} HTTP/1.1`, 'Content-Length: 5, 5')}hello`],
  ...['-5', '+5', '0x5', '5.0', '5e1', '', ' ', '99999999999999999999999', 'five'].map(
    (length): Row => [
      `a length of "${length}"`,
      `${head(`POST ${people} HTTP/1.1`, `Content-Length: ${length}`)}hello`,
    ],
  ),
  ...[
    'xchunked',
    'identity',
    'chunked, identity',
    'chunked, chunked',
    'gzip',
    'x',
    '\x0bchunked',
    '"chunked"',
  ].map(
    (coding): Row => [
      `the coding ${coding}`,
      `${head(`POST ${people} HTTP/1.1`, `Transfer-Encoding: ${coding}`)}0\r\n\r\n`,
    ],
  ),
  [
    'two codings',
    `${head(`POST ${people} HTTP/1.1`, 'Transfer-Encoding: chunked', 'Transfer-Encoding: x')}0\r\n\r\n`,
  ],
  ['an odd coding on GET', get(health, 'Transfer-Encoding: xchunked')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', Buffer.from('16030100c8010000c40303000102030405060708', 'hex')],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['a line without a version or Host', 'GET /a0\r\n\r\n'],
  ['17 KiB of one header', get(health, `X-A: ${'x'.repeat(17 * 1024)}`)],
  ['64 KiB of headers', get(health, ...Array.from({ length: 6500 }, () => 'ab: cdef'))],
  ['20 KB of one header', get(health, `X-A: ${'a'.repeat(20_000)}`)],
  ['20 KB of a header name', get(health, `${'a'.repeat(20_000)}: b`)],
  ['20 KB of URL', get(`${health}?${'a'.repeat(20_000)}`)],
  ['10 KB of URL', get(`${health}?${'a'.repeat(10_000)}`)],
  ['a URL one byte too long', get(`${health}?${'a'.repeat(8193 - health.length - 1)}`)],
]

const accepted: readonly Row[] = [
  ['a plain request', get(health), 200],
  ['HTTP/1.0 that stays', head(`GET ${health} HTTP/1.0`, 'Connection: keep-alive'), 200],
  ['an empty Host', `GET ${health} HTTP/1.1\r\nHost:\r\n\r\n`, 200],
  ['an empty line first', `\r\n${get(health)}`, 200],
  ['the whole URL in the request line', get(`http://evil.example${health}`), 200],
  ['the whole URL, https, a port', get(`HTTPS://evil.example:1${people}?per_page=1`), 200],
  ['the whole URL of no endpoint', get('http://evil.example/api'), 404],
  ['a longest URL', get(`${health}?${'a'.repeat(8192 - health.length - 1)}`), 200],
  ['15 KiB of one header', get(health, `X-A: ${'x'.repeat(15 * 1024)}`), 200],
  ['12 KiB of headers', get(health, ...Array.from({ length: 1200 }, () => 'ab: cdef')), 200],
  ['an unknown expectation', get(health, 'Expect: xyz'), 200],
  ['an expectation to continue', get(health, 'Expect: 100-continue'), 200],
  [
    'an upgrade to websocket',
    get(health, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
    200,
  ],
  [
    'an upgrade to h2c',
    get(health, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    200,
  ],
  ['1,500 headers', get(health, ...Array.from({ length: 1500 }, (_, i) => `a${i}: b`)), 200],
  ['bytes over 127 in a header', get(health, 'X-A: \xe9\xff'), 200],
  ['TRACE', head(`TRACE ${health} HTTP/1.1`, `X-Secret: ${marker}`), 404],
  ['QUERY', head(`QUERY ${people} HTTP/1.1`), 404],
  ['OPTIONS *', head('OPTIONS * HTTP/1.1'), 404],
  ['two keys in two headers', get('/api/v1/pemberley/people', 'X-API-Key: a', 'X-API-Key: b'), 401],
  ['an empty length', head(`POST ${people} HTTP/1.1`, 'Content-Length: 0'), 404],
]

// A request with a body gets a response and its connection closes, so that no body is read as a request.
const withBody: readonly Row[] = [
  ['a body on GET', `${get(health, 'Content-Length: 5')}hello`, 200],
  ['a request as the body of GET', `${get(health, `Content-Length: ${last.length}`)}${last}`, 200],
  [
    'a chunked body on GET',
    `${get(health, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    200,
  ],
  ['a chunked body in capitals', `${get(health, 'Transfer-Encoding: CHUNKED')}0\r\n\r\n`, 200],
  ['a chunk that is none', `${get(health, 'Transfer-Encoding: chunked')}zzz\r\n`, [200, 400]],
  ['a body that never comes, on GET', get(health, 'Content-Length: 99999999999'), 200],
  [
    'a body that never comes, on POST',
    head(
      `POST ${people} HTTP/1.1`,
      'Content-Length: 99999999999',
      'Content-Type: application/json',
    ),
    404,
  ],
  ...['application/json', 'text/plain', 'multipart/form-data', 'x', ';;', 'a/b; c="', '\xff'].map(
    (type): Row => [
      `POST of ${type}`,
      `${head(`POST ${people} HTTP/1.1`, `Content-Type: ${type}`, 'Content-Length: 8')}{"a": [[`,
      404,
    ],
  ),
]

const pipelines: readonly Row[] = [
  ['three in a row', get(health) + get(people) + last, 200, 200, 200],
  ['GET, HEAD, GET', get(people) + head(`HEAD ${people} HTTP/1.1`) + last, 200, 200, 200],
  [
    '200, 404, 400, 401',
    get(people) +
      get('/nowhere') +
      get(`${people}?page=0`) +
      get('/api/v1/pemberley/people', 'Connection: close'),
    ...[200, 404, 400, 401],
  ],
  ['fifty in a row', get(people).repeat(49) + last, ...Array<number>(50).fill(200)],
  ['a request, then garbage', `${get(people)}GARBAGE\r\n\r\n`, 200, 400],
  [
    'two requests, then a bad length',
    get(people) + get('/nowhere') + get(health, 'Content-Length: x'),
    ...[200, 404, 400],
  ],
  ['a request, then no Host', `${get(people)}GET ${health} HTTP/1.1\r\n\r\n`, 200, 400],
  ['a request, then CONNECT', get(people) + head(connectLine), 200, 404],
  ['CONNECT, then a request', head(connectLine) + get(health), 404],
  ['CONNECT', head(connectLine), 404],
  [
    'an error that closes, then a request',
    `${get(health, 'Transfer-Encoding: xchunked')}0\r\n\r\n${last}`,
    400,
  ],
  ['HTTP/1.0', `GET ${health} HTTP/1.0\r\n\r\n`, 200],
]

const halfClosed: readonly Row[] = [
  ['nothing', ''],
  ['empty lines', '\r\n\r\n\r\n'],
  ['HTTP/0.9', 'GET /\r\n', 400],
  ['half a request line', 'GET /api', 400],
  ['half a head', `GET ${health} HTTP/1.1\r\nHost: x\r\nX-A`, 400],
]

const kept: Partial<SocketCase> = { end: 'kept' }

const cases = (rows: readonly Row[], more: Partial<SocketCase>, ...also: number[]) =>
  rows.map(
    ([title, bytes, ...statuses]): SocketCase => ({
      ...{ title, pieces: [bytes], statuses: [...statuses, ...also] },
      ...more,
    }),
  )

const socketCases: readonly SocketCase[] = [
  {
    title: 'a head that never ends',
    pieces: ['GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ...{ statuses: [400], end: 'closed', says: 'in time' },
  },
  ...cases(rejected, { end: 'closed' }, 400),
  ...cases(accepted, kept),
  ...cases([...withBody, ...pipelines], { end: 'closed' }),
  ...cases(halfClosed, { end: 'closed', halfClose: true }),
]

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

const lanes = 12
// A head that is not complete is rejected earlier.
const headersMsMax = 20_000

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const results = new Results()
  const random = new Random(seed)
  const { port, key } = fixture.service
  const streams = Array.from({ length: size }, () => altered(random, key))
  const ids = new Set<string>()
  try {
    const source = [...socketCases, ...streams, ...cases(accepted.slice(0, 1), kept)].values()
    const lane = async () => {
      for (const one of source) await judge(port, one, { ids, results })
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return results.outcome({ cases: socketCases.length, streams: size })
  } finally {
    await fixture.close()
  }
}

async function judge(
  port: number,
  one: SocketCase,
  { ids, results }: { ids: Set<string>; results: Results },
): Promise<void> {
  const { pieces, statuses, end, halfClose = false } = one
  const sent = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string, 'latin1')))
  const lines = sent.toString('latin1').matchAll(/^(GET|HEAD) /gm)
  const exchanged = await exchange(port, pieces, {
    halfClose,
    methods: statuses === undefined ? [] : [...lines].map(([, method = '']) => method),
    // If the connection stays open, only wait for the last response.
    ...(end === 'kept' && { responses: statuses?.length ?? 0 }),
    quietMilliseconds: statuses === undefined ? 400 : headersMsMax,
  })
  for (const { status } of exchanged.responses) results.note(status)
  const problems = exchanged.responses.flatMap((response) => problemsOf(response, ids))
  for (const why of [...problems, ...problemsOfCase(one, exchanged)])
    results.fail(`${one.title}: ${why}; sent ${sent.toString('base64')}`)
}

function problemsOfCase(
  { statuses, end, says = '' }: SocketCase,
  { responses, problem, end: ended }: Exchange,
): string[] {
  const given = responses.map(({ status }) => status)
  const isRight = (status: number, i: number) => [statuses?.[i]].flat().includes(status)
  const isAsStated =
    statuses === undefined || (given.length === statuses.length && given.every(isRight))
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(isAsStated ? [] : [`returned ${given.join(', ') || 'nothing'}`]),
    ...(responses[0]?.body.includes(says) === false ? [`does not say "${says}"`] : []),
    ...([undefined, ended === 'enough' ? 'kept' : ended].includes(end) ? [] : [`it is ${ended}`]),
  ]
}

// The page itself, or a rejected form.
const pageStatuses = [200, 403, 405]

function problemsOf({ status, headers, body }: WireResponse, ids: Set<string>): string[] {
  const id = headers.get('x-request-id') ?? ''
  const isNew = !ids.has(id)
  ids.add(id)
  const reply = { status, headers: new Headers([...headers]), body, milliseconds: 0 }
  // An altered path can be `/`, which is a page and not part of the API.
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  return [
    ...(isPage
      ? pageStatuses.includes(status)
        ? []
        : [`a page with ${status}`]
      : problemsOfReply({ method: 'GET', target: '' }, reply)),
    ...(isNew ? [] : [`the request id "${id}" was used before`]),
    ...(headers.has('date') || headers.has('connection') ? [] : ['neither Date nor Connection']),
  ]
}

/** One to three requests, altered in one to six positions, and sent in one to three writes. */
function altered(random: Random, key: string): SocketCase {
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
  const pieces = [0, ...cuts].map((from, i) => stream.slice(from, cuts[i]))
  return { title: 'an altered stream', pieces: pieces.filter((piece) => piece !== '') }
}

export const sockets: StressTest = {
  name: 'sockets',
  about:
    'raw bytes, pipelines, half-closed connections and altered requests get valid HTTP with a request id, or nothing',
  counts: 'altered streams',
  sizes: { small: 400, large: 20_000 },
  run,
}
