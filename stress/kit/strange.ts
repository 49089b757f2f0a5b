import { knownAttacks } from './hostile-queries.ts'
import type { Expectation } from './stress-test.ts'
import type { Sent } from './wire.ts'

const encode = encodeURIComponent
const words = (text: string) => text.trim().split(/\s+/)

/** Text that would be executed if it became part of a statement. Nothing in the town is equal to one of these. */
export const injections = [
  ...[`' OR '1'='1`, `' OR 1=1 --`, `" OR ""="`, `'; DROP TABLE people;--`, `%' OR name LIKE '%`],
  ...[`' UNION SELECT hash FROM api_keys --`, `1) UNION SELECT hash FROM api_keys--`, '?1', '$1'],
  ...[`x' AND 1=(SELECT count(*) FROM sqlite_master) --`, `\\' OR 1=1 --`, ':name'],
  ...[`' || randomblob(500000000) || '`, 'CASE WHEN 1=1 THEN 1 ELSE load_extension(1) END'],
]

/** Values for any parameter or name, as they are in a URL, by what is strange about them. */
export const strangeKinds: Readonly<Record<string, readonly string[]>> = {
  empty: [''],
  'not UTF-8': words(`
    %C0%AF %C0%80 %E0%80%AF %ED%A0%80 %ED%BF%BF %80 %F4%90%80%80 %F8%88%80%80%80 %FF %FE%FF %C3 %C3%28 %E2%82 %F0%9F%98`),
  NUL: words('%00 a%00b %00%00'),
  'no escape': words('% %z %zz %4 a% %%20 %u0041 %u00e9 %-1 %20%41%'),
  controls: [
    ...words('%20 + %09 %0A %0D%0A %7F %1B%5B31m %E2%80%A8 %EF%BB%BF %EF%BF%BD'),
    encode('a\r\nx-evil: injected'),
  ],
  digits: words('%ef%bc%95 %D9%A5 %C2%B2'),
  scripts: words('👩‍👩‍👧‍👦 🇨🇦 İ ß ẞ ﬃ ŉ ǰ ΐ Å K ſ \u{10ffff} \ufffe \ue000 \u200b a\u200db').map(
    encode,
  ),
  marks: words('\u202etxt \u2066x\u2069 Z\u0351\u036b\u0343\u036a e\u0301').map(encode),
  patterns: words('% _ \\ %_% \\% * a* $ne [] ../etc/passwd {{7*7}}').map(encode),
  objects: ['{"$gt":""}', '__proto__', 'constructor', 'toString'].map(encode),
  markup: ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'].map(encode),
  injections: injections.map(encode),
  words: words(
    'null undefined true TRUE Yes no on NaN motions motions, , Motions json CSV csv grid',
  ),
  lists: words('motions,matters motions,motions'),
  dates: words(`
    2024-01-01 2024-02-30 1900-02-29 2000-02-29 0000-01-01 2024-13-01 2024-1-1 24-01-01 2024-01-01T00:00:00Z`),
  long: [
    ...[199, 200, 201, 256, 257, 2048, 7000].map((length) => 'a'.repeat(length)),
    ...['é'.repeat(200), '😀'.repeat(200), '😀'.repeat(201)].map(encode),
  ],
  attacks: knownAttacks.map(encode),
}

/** All of them. */
export const strange: readonly string[] = Object.values(strangeKinds).flat()

/** Numbers, some only for a lenient parser. */
export const numbers: readonly string[] = [
  ...words('0 1 2 5 20 99 100 101 1000 00 05 000000001 0000000001 1999 9999 10000 999 010 5n five'),
  ...words('-1 -0 +5 %2B5 %205%20 5%20 %095 5%0A 1.0 1,0 1_000 1e2 1E2 1e300 0x10 0b11 0o7 [5] {}'),
  ...words(
    'NaN Infinity -Infinity null %00 5%00 1%3B2 1%262 %5B%5D 5%2F1 1;2 %E2%85%A4 %E2%88%921',
  ),
  ...words('2147483647 2147483648 4294967296 9007199254740991 9007199254740993 999999999'),
  ...['9'.repeat(400), `1${'0'.repeat(300)}`],
]

/** Inserted into a valid path, each of these makes it another path. */
export const pathPieces: readonly string[] = words(
  `${String.raw`
  . .. / // /. /./ /.. /../ %2e %2e%2e %2E%2E/ .%2e/ %2f %2F %5c \ ; ;a=b ;jsessionid=1 .json .html ~ * ** : :slug
  %3F %23 %25 %252F %252e %20 %09 %0a %0d%0aX:%20y %00 %zz %C0%AF %EF%BC%8F %E2%80%AE ' " < | { } %u002f %c0%2e
  0x2f ..;/ /..;/ ....// %2e%2e%5c @ ! $ & + , = [ ] ^`} \``,
)

/** Parameters that no endpoint has, though some frameworks read them as structures. */
export const unknownNames: readonly string[] = [
  ...['', '&&&=&=&&a&a&', 'a=1&'.repeat(1500), '&'.repeat(7000), 'a=1&'.repeat(3000)],
  ...words(`
  page[] page[0] page[a] page.a page%5B%5D %20page page%20 page%00 .page PAGE __proto__ __proto__[page] constructor
  __proto__.page constructor[prototype][page] prototype hasOwnProperty toString valueOf % %zz municipality * id
  _method nonsense`),
]

export const unsafeMethods = words(
  'POST PUT PATCH DELETE TRACE QUERY PROPFIND SEARCH PURGE LINK MKCOL',
)

/** Requests that once failed, in no form that the kinds above have; those of raw bytes are in `sockets.ts`. */
export const failedOnce: readonly (Sent & Expectation)[] = [
  { method: 'QUERY', target: '/api/v1/health', status: [404], code: ['NOT_FOUND'] },
  {
    method: 'POST',
    target: '/api/v1/pemberley/people',
    headers: { 'content-type': 'a/b/c;;;', 'content-length': '0' },
    ...{ status: [404], code: ['NOT_FOUND'] },
  },
  {
    method: 'HEAD',
    target: '/api/ocd/pemberley/',
    headers: { 'accept-encoding': 'br', 'if-none-match': '*' },
    status: [304],
  },
  {
    method: 'GET',
    target: '/api/v1/%c0%2epemberley/meetings/',
    ...{ status: [404], code: ['NOT_FOUND'] },
  },
]

/** Paths that lead nowhere. */
export const nowhere = words(`
  /api /api/ /api/v1/ /api/v1/nowhere /api/v2/health /api/ocd /api/ocd/ /api/v1/pemberley /api/v1/pemberley/
  /favicon.png /fr/docs /fr/nowhere /.git/config /.env /humans.txt /server-status /admin /metrics /data/reeve.db
  /api/v1/docs/x`)

export const marker = 'injected-by-the-client'

/** Headers that a client may send in any form. */
export const headerNames = words(`
  x-request-id request-id x-correlation-id traceparent user-agent origin referer cookie accept accept-encoding
  accept-language if-none-match if-match if-modified-since range prefer x-forwarded-for x-forwarded-host
  x-forwarded-proto forwarded x-real-ip via authorization x-original-url x-rewrite-url content-type x-no-compression
  max-forwards access-control-request-method access-control-request-headers x-http-method-override x-http-method
  x-method-override __proto__ constructor`)

export const headerValues: readonly string[] = [
  ...[
    '',
    marker,
    `${marker}\t${marker}`,
    `"${marker}"`,
    `W/"${marker}"`,
    '*',
    'DELETE',
    'a/b/c;;;',
  ],
  ...[
    `${marker}; a=b, ${marker}`,
    `<https://${marker}.example>; rel="next"`,
    'bytes=0-10',
    'bytes=5-',
  ],
  ...['handling=lenient', `handling=lenient; ${marker}`, 'null', `https://${marker}.example`],
  ...[
    `$${'{jndi:ldap://x/a}'}`,
    '() { :;}; echo x',
    "' OR 1=1 --",
    '%0d%0aX-Evil: 1',
    '\xe9\xff\x80',
  ],
  ...[
    '"'.repeat(500),
    ','.repeat(2000),
    'gzip;q=0, br;q=0, *;q=0',
    'gzip;q=x, , ,;;',
    'x'.repeat(4000),
  ],
  ...['gzip', 'br', 'identity', 'application/json', 'multipart/form-data; boundary=x'],
]

/** All headers of our responses; any other one was injected by a request. */
export const ourHeaders: ReadonlySet<string> = new Set(
  words(`
  access-control-allow-origin access-control-expose-headers access-control-allow-methods allow reeve-rows
  access-control-allow-headers access-control-max-age cache-control connection content-encoding content-disposition
  content-length content-security-policy content-type cross-origin-resource-policy cross-origin-opener-policy permissions-policy date etag keep-alive link
  preference-applied ratelimit ratelimit-policy referrer-policy retry-after strict-transport-security
  transfer-encoding vary x-content-type-options x-ratelimit-limit x-request-id`),
)

/** The syntax of full-text search, LIKE and regular expressions. */
export const operators = words(String.raw`
  AND OR NOT NEAR NEAR( NEAR/3 and + - ^ * : ( ) { } " ' , ; . | & && || ! <-> <2> :* :A \ / = < > ~ title: rowid:
  {title -- /* */ % _ [ ] @ # $ "_ \% \\ %% __ a%e V_ra [a-z] a-b a"b"c"d ^ditch ditch* "ditch ditch" "" """`)

export const searchWords = words(`
  ditch drainage dredged parks report culvert café cafe\u0301 Mill Creek 12 lake the a 城市 会議 ᐊᓄᕌᖅ Łukasz ß ½ ² Ⅷ
  \u0301 😀 👩‍👧 \u{1e900} \u{16e40} \u{e000} x:y a-b`)

/** Two spellings of one text: [path, parameter, one, other]. */
export const twins: readonly (readonly [path: string, name: string, one: string, other: string])[] =
  [
    ['people', 'name', 'Stéphanie', 'Ste\u0301phanie'],
    ['people', 'name', 'STÉPHANIE', 'stephanie'],
    ['people', 'name', 'Żak', 'Z\u0307ak'],
    ['people', 'name', 'ŁUKASZ', 'łukasz'],
    ['people', 'name', 'ﬁ', 'fi'],
    ['meetings', 'type', 'Public Hearing', 'PUBLIC HEARING'],
    ['motions', 'result', 'carried', 'CARRIED'],
    ['bylaws', 'category', 'zoning', 'Zoning'],
    ['search', 'q', 'café', 'cafe\u0301'],
    ['search', 'q', 'CAFÉ', 'cafe'],
    ['search', 'q', 'Stéphanie', 'stephanie'],
  ]
