/** Raw bytes, and the responses that they must get. */
export interface SocketCase {
  title: string
  bytes: string | Buffer
  /** Statuses in order; a list if HTTP allows several. */
  responses: readonly (number | readonly number[])[]
  /** Whether the server must close the connection. */
  closes: boolean
  methods?: readonly string[]
  /** Close our side after sending. */
  halfClose?: boolean
}

const health = '/api/v1/health'
const people = '/api/ocd/pemberley/people'

/** A request head; each line ends in CRLF, and the head in an empty line. */
const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers)
const last = get(health, 'Connection: close')

const invalidBytes: [title: string, bytes: string | Buffer][] = [
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
    (length): [string, string] => [
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
  ].map((coding): [string, string] => [
    `the coding ${coding}`,
    `${head(`POST ${people} HTTP/1.1`, `Transfer-Encoding: ${coding}`)}0\r\n\r\n`,
  ]),
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

const accepted: [title: string, bytes: string, status: number][] = [
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
  ['TRACE', head(`TRACE ${health} HTTP/1.1`, 'X-Secret: do-not-echo'), 404],
  ['QUERY', head(`QUERY ${people} HTTP/1.1`), 404],
  ['OPTIONS *', head('OPTIONS * HTTP/1.1'), 404],
  ['two keys in two headers', get('/api/v1/pemberley/people', 'X-API-Key: a', 'X-API-Key: b'), 401],
  ['an empty length', head(`POST ${people} HTTP/1.1`, 'Content-Length: 0'), 404],
]

// A request with a body gets a response and its connection closes, so that no body is read as a request.
const bodies: [title: string, bytes: string, status: number | number[]][] = [
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
    (type): [string, string, number] => [
      `POST of ${type}`,
      `${head(`POST ${people} HTTP/1.1`, `Content-Type: ${type}`, 'Content-Length: 8')}{"a": [[`,
      404,
    ],
  ),
]

const pipelines: SocketCase[] = [
  {
    title: 'three in a row',
    bytes: get(health) + get(people) + last,
    responses: [200, 200, 200],
    closes: true,
  },
  {
    title: 'GET, HEAD, GET',
    bytes: get(people) + head(`HEAD ${people} HTTP/1.1`) + last,
    responses: [200, 200, 200],
    methods: ['GET', 'HEAD', 'GET'],
    closes: true,
  },
  {
    title: '200, 404, 400, 401',
    bytes:
      get(people) +
      get('/nowhere') +
      get(`${people}?page=0`) +
      get('/api/v1/pemberley/people', 'Connection: close'),
    responses: [200, 404, 400, 401],
    closes: true,
  },
  {
    title: 'fifty in a row',
    bytes: get(people).repeat(49) + last,
    responses: Array.from({ length: 50 }, () => 200),
    closes: true,
  },
  {
    title: 'a request, then garbage',
    bytes: `${get(people)}GARBAGE\r\n\r\n`,
    responses: [200, 400],
    closes: true,
  },
  {
    title: 'two requests, then a bad length',
    bytes: get(people) + get('/nowhere') + get(health, 'Content-Length: x'),
    responses: [200, 404, 400],
    closes: true,
  },
  {
    title: 'a request, then no Host',
    bytes: `${get(people)}GET ${health} HTTP/1.1\r\n\r\n`,
    responses: [200, 400],
    closes: true,
  },
  {
    title: 'a request, then CONNECT',
    bytes: get(people) + head('CONNECT evil.example:443 HTTP/1.1'),
    responses: [200, 404],
    closes: true,
  },
  {
    title: 'CONNECT, then a request',
    bytes: head('CONNECT evil.example:443 HTTP/1.1') + get(health),
    responses: [404],
    closes: true,
  },
  {
    title: 'an error that closes, then a request',
    bytes: `${get(health, 'Transfer-Encoding: xchunked')}0\r\n\r\n${last}`,
    responses: [400],
    closes: true,
  },
]

const endings: SocketCase[] = [
  { title: 'nothing', bytes: '', responses: [], closes: true, halfClose: true },
  { title: 'empty lines', bytes: '\r\n\r\n\r\n', responses: [], closes: true, halfClose: true },
  { title: 'HTTP/1.0', bytes: `GET ${health} HTTP/1.0\r\n\r\n`, responses: [200], closes: true },
  { title: 'HTTP/0.9', bytes: 'GET /\r\n', responses: [[400]], closes: true, halfClose: true },
  {
    title: 'half a request line',
    bytes: 'GET /api',
    responses: [[400]],
    closes: true,
    halfClose: true,
  },
  {
    title: 'half a head',
    bytes: `GET ${health} HTTP/1.1\r\nHost: x\r\nX-A`,
    responses: [[400]],
    closes: true,
    halfClose: true,
  },
  {
    title: 'CONNECT',
    bytes: head('CONNECT evil.example:443 HTTP/1.1'),
    responses: [404],
    closes: true,
  },
]

/** Every case. */
export const socketCases: readonly SocketCase[] = [
  ...invalidBytes.map(([title, bytes]) => ({ title, bytes, responses: [400], closes: true })),
  ...accepted.map(([title, bytes, status]) => ({
    title,
    bytes,
    responses: [status],
    closes: false,
  })),
  ...bodies.map(([title, bytes, status]) => ({ title, bytes, responses: [status], closes: true })),
  ...pipelines,
  ...endings,
]
