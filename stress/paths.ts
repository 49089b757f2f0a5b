import { type Endpoint, endpoints, type Fixture, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import { decoded } from './kit/reading.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

// Inserted into a valid path, each of these makes it another path.
const inserts = [
  ...[
    '.',
    '..',
    '/',
    '//',
    '/.',
    '/./',
    '/..',
    '/../',
    '%2e',
    '%2e%2e',
    '%2E%2E/',
    '.%2e/',
    '%2f',
    '%2F',
    '%5c',
    '\\',
  ],
  ...[
    ';',
    ';a=b',
    ';jsessionid=1',
    '.json',
    '.html',
    '~',
    '*',
    '**',
    ':',
    ':slug',
    '%3F',
    '%23',
    '%25',
    '%252F',
    '%252e',
  ],
  ...[
    '%20',
    '%09',
    '%0a',
    '%0d%0aX:%20y',
    '%00',
    '%zz',
    '%C0%AF',
    '%EF%BC%8F',
    '%E2%80%AE',
    "'",
    '"',
    '<',
    '|',
    '{',
    '}',
  ],
  ...[
    '%u002f',
    '%c0%2e',
    '0x2f',
    '..;/',
    '/..;/',
    '....//',
    '%2e%2e%5c',
    '@',
    '!',
    '$',
    '&',
    '+',
    ',',
    '=',
    '[',
    ']',
    '^',
    '`',
  ],
]

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    const rights = await readRights(fixture)
    await fixture.ledger.forEach(cases(fixture, random, size), (one) => judge(fixture, one, rights))
    return fixture.ledger.outcome({ endpoints: endpoints.length })
  } finally {
    await fixture.close()
  }
}

interface Case {
  endpoint: Endpoint
  path: string
}

/** The response of every valid path, without the parts that differ each time. */
async function readRights(fixture: Fixture): Promise<Map<string, string>> {
  const rights = new Map<string, string>()
  for (const endpoint of endpoints) {
    const path = fixture.pathOf(endpoint)
    const reply = await fixture.ledger.probe(withPath(fixture, endpoint, path), { status: [200] })
    rights.set(path, substance(reply))
  }
  return rights
}

function substance(reply: Reply | undefined): string {
  const { meta, requestId, ...rest } = parse(reply?.body ?? '')
  return JSON.stringify(rest)
}

function* cases(fixture: Fixture, random: Random, size: number): Generator<Case> {
  for (const endpoint of endpoints) {
    const right = fixture.pathOf(endpoint)
    for (const path of spellings(right)) yield { endpoint, path }
    for (const insert of inserts) {
      yield { endpoint, path: right + insert }
      yield { endpoint, path: right.replace(/\/([^/]*)$/, `/${insert}$1`) }
      yield { endpoint, path: right.replace('/pemberley', `/${insert}pemberley`) }
    }
  }
  for (let i = 0; i < size; i += 1) {
    const endpoint = random.pick(endpoints)
    let path = fixture.pathOf(endpoint, random.below(20))
    for (let n = random.between(1, 3); n > 0; n -= 1) {
      const at = random.between(1, path.length)
      path =
        path.slice(0, at) + random.pick(inserts) + path.slice(at + (random.chance(0.3) ? 1 : 0))
    }
    yield { endpoint, path }
  }
}

function spellings(right: string): string[] {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`
  const [, , family = '', ...rest] = right.split('/')
  const tail = rest.join('/')
  return [
    ...[`/${right}`, `${right}/`, `${right}//`, right.replaceAll('/', '//'), right.slice(1)].map(
      rooted,
    ),
    ...[
      right.toUpperCase(),
      right.replace('/api', '/API'),
      right.replace(`/${family}`, `/${family.toUpperCase()}`),
    ],
    right.replace('/api', '/./api'),
    right.replace('/api', '/x/../api'),
    right.replace('/api', '/%61pi'),
    right.replace('pemberley', `${hex('p')}emberley`),
    right.replace('pemberley', '%2570emberley'),
    right.replace('pemberley', 'Pemberley'),
    right.replace('pemberley', '..'),
    right.replace('pemberley', ''),
    right.replace(/[^/]+$/, ''),
    right.replace(/[^/]+$/, (last) => [...last].map(hex).join('')),
    // OCD ids contain slashes and colons: raw, encoded, in lower case, encoded twice.
    right.replace(tail, tail.replaceAll(':', '%3A')),
    right.replace(/(ocd-.*)$/, (id) => encodeURIComponent(id)),
    right.replace(/(ocd-.*)$/, (id) => encodeURIComponent(id).toLowerCase()),
    right.replace(/(ocd-.*)$/, (id) => encodeURIComponent(encodeURIComponent(id))),
    right.replace(/(ocd-.*)$/, (id) => id.replaceAll('/', '%252F')),
    right.replace(/(ocd-.*)$/, (id) => id.replaceAll('/', '%5C')),
    right.replace(/(ocd-.*)$/, (id) => id.toUpperCase()),
    right.replace(/(ocd-.*)$/, (id) => `${id}/`),
    right.replace(/(ocd-.*)$/, (id) => `/${id}`),
  ]
}

const rooted = (path: string) => (path.startsWith('/') ? path : `/${path}`)

function withPath(fixture: Fixture, endpoint: Endpoint, path: string): Sent {
  const query = fixture.queryOf(endpoint)
  const headers = fixture.keyHeader(endpoint)
  return { method: 'GET', target: query === '' ? path : `${path}?${query}`, headers }
}

async function judge(fixture: Fixture, { endpoint, path }: Case, rights: Map<string, string>) {
  const sent = withPath(fixture, endpoint, path)
  const expected = expectationOf(path)
  const reply = await fixture.ledger.probe(sent, expected)
  if (reply === undefined) return
  if (reply.body.includes(fixture.service.key) || reply.body.includes('root:'))
    fixture.ledger.fail(sent, expected, 'the response contains the key or a system file')
  const right = rights.get(decoded(path, 'path') ?? '')
  if (reply.status === 200 && right !== undefined && right !== substance(reply))
    fixture.ledger.fail(sent, expected, 'two spellings of one path have different responses')
}

const namesOf = (family: string) =>
  endpoints
    .filter(({ names, list }) => names !== undefined && list.startsWith(`/api/${family}/`))
    .map(({ list }) => list.split('/').at(-1))
    .join('|')

const ofEntities = endpoints
  .filter(({ ofEntity }) => ofEntity !== '')
  .map(({ list, ofEntity }): [RegExp, (list: string) => Expectation] => {
    const name = list.split('/').at(-1) ?? ''
    return [new RegExp(`^/api/v1/([^/]*)/(${name})/[^/]+${ofEntity}$`), () => entity('v1', name)]
  })

const shapes: [shape: RegExp, right: (list: string) => Expectation][] = [
  [/^\/api\/ocd\/([^/]*)\/?$/, () => ({ status: [200] })],
  ...endpoints
    .filter(({ names, template }) => names === undefined && template.includes('{'))
    .map(({ template }): (typeof shapes)[number] => [
      new RegExp(`^${template.replace('{municipality}', '([^/]*)')}$`),
      () => ({ status: [200] }),
    ]),
  ...ofEntities,
  // A v1 slug is one segment; an OCD id is the rest of the path.
  [new RegExp(`^/api/v1/([^/]*)/(${namesOf('v1')})/[^/]+$`), (list) => entity('v1', list)],
  [new RegExp(`^/api/ocd/([^/]*)/(${namesOf('ocd')})/.+$`), (list) => entity('ocd', list)],
]

function entity(family: string, list: string): Expectation {
  const endpoint = endpoints.find(
    ({ names, ...one }) => names && one.list === `/api/${family}/{municipality}/${list}`,
  )
  return { status: [200, 404], code: [endpoint?.missing ?? ''] }
}

/**
 * The expected response to a path: only escapes of unreserved characters are equivalent to them (RFC 3986, 6.2.2.2).
 * Any other path is NOT_FOUND, and an unknown municipality its own 404.
 */
function expectationOf(raw: string): Expectation {
  const path = raw.replace(/%([0-9a-fA-F]{2})/g, (triplet, pair: string) => {
    const character = String.fromCharCode(Number.parseInt(pair, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : triplet
  })
  if (endpoints.some(({ template }) => template === path)) return { status: [200] }
  for (const [shape, right] of shapes) {
    const [, town, list = ''] = shape.exec(path) ?? []
    if (town === undefined) continue
    if (town === 'pemberley') return right(list)
    return { status: [404], code: [town === '' ? 'NOT_FOUND' : 'MUNICIPALITY_NOT_FOUND'] }
  }
  return { status: [404], code: ['NOT_FOUND'] }
}

export const paths: StressTest = {
  name: 'paths',
  about: 'only the documented paths lead anywhere, raw or percent-encoded',
  counts: 'random paths',
  sizes: { small: 600, large: 40_000 },
  run,
}
