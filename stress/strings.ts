import {
  type Endpoint,
  endpoints,
  type Fixture,
  fine,
  invalid,
  openFixture,
  type Parameter,
} from './kit/fixture.ts'
import { Random } from './kit/random.ts'
import { codePoints, decoded, isDate } from './kit/reading.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

const encode = encodeURIComponent

// Bytes that are not UTF-8, or not text.
const broken = [
  ...['%00', 'a%00b', '%00%00', '%C0%AF', '%C0%80', '%E0%80%AF', '%ED%A0%80', '%ED%BF%BF', '%80'],
  ...['%F4%90%80%80', '%F8%88%80%80%80', '%FF', '%FE%FF', '%C3', '%C3%28', '%E2%82', '%F0%9F%98'],
  ...['%', '%z', '%zz', '%4', 'a%', '%%20', '%u0041', '%u00e9', '%-1', '% 41'.replace(' ', '%20%')],
]

// Text that would be executed if it became part of a statement. No value in the town is equal to one of these.
const injections = [
  "' OR '1'='1",
  "' OR 1=1 --",
  '" OR ""="',
  "'; DROP TABLE people;--",
  "' UNION SELECT hash FROM api_keys --",
  '1) UNION SELECT hash FROM api_keys--',
  "x' AND 1=(SELECT count(*) FROM sqlite_master) --",
  "%' OR name LIKE '%",
  "\\' OR 1=1 --",
  "' || randomblob(500000000) || '",
  'CASE WHEN 1=1 THEN 1 ELSE load_extension(1) END',
  '?1',
  ':name',
  '$1',
]

// Text that is hard to parse, or that resembles commands.
const odd = [
  ...[
    '%20',
    '+',
    '%09',
    '%0A',
    '%0D%0A',
    '%7F',
    '%1B%5B31m',
    '%E2%80%A8',
    '%EF%BB%BF',
    '%EF%BF%BD',
  ],
  ...[
    '\u200b',
    'a\u200db',
    '\u202etxt',
    '\u2066x\u2069',
    'Z\u0351\u036b\u0343\u036a',
    'e\u0301',
  ].map(encode),
  ...[
    '👩‍👩‍👧‍👦',
    '🇨🇦',
    'İ',
    'ß',
    'ẞ',
    'ﬃ',
    'ŉ',
    'ǰ',
    'ΐ',
    'Å',
    'K',
    'ſ',
    '\u{10ffff}',
    '\ufffe',
    '\ue000',
  ].map(encode),
  ...injections.map(encode),
  ...[
    '%',
    '_',
    '\\',
    '%_%',
    '\\%',
    '*',
    'a*',
    '$ne',
    '{"$gt":""}',
    '[]',
    '../etc/passwd',
    '..',
  ].map(encode),
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    `$${'{7*7}'}`,
    '__proto__',
    'constructor',
    'toString',
  ].map(encode),
  ...['null', 'undefined', 'true', '0', '-1', 'NaN', '2024-01-01', '2024-02-30'],
  ...[
    '1900-02-29',
    '2000-02-29',
    '0000-01-01',
    '2024-13-01',
    '2024-1-1',
    '24-01-01',
    '2024-01-01T00:00:00Z',
  ],
  ...[
    'TRUE',
    'Yes',
    'no',
    'on',
    'motions',
    'motions,matters',
    'motions,',
    ',',
    'Motions',
    'motions,motions',
  ],
  ...[
    'a'.repeat(199),
    'a'.repeat(200),
    'a'.repeat(201),
    'a'.repeat(256),
    'a'.repeat(257),
    'a'.repeat(2048),
  ],
  ...[
    encode('é'.repeat(200)),
    encode('😀'.repeat(200)),
    encode('😀'.repeat(201)),
    'a'.repeat(7000),
  ],
]

// Two spellings of the same text.
const twins: [path: string, name: string, one: string, other: string][] = [
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

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  const made = Array.from({ length: size }, () =>
    random.text([...broken, ...odd.filter((text) => text.length < 60)], random.between(1, 5)),
  )
  try {
    await fixture.ledger.forEach(queryCases(random, made), ({ endpoint, parameter, value }) => {
      const others = parameter.name === 'q' ? '' : fixture.queryOf(endpoint)
      const query = [others, `${parameter.name}=${value}`].filter(Boolean).join('&')
      return fixture.ledger.probe(fixture.get(endpoint, query), expectationOf(parameter, value))
    })
    await fixture.ledger.forEach(pathCases(fixture, random, made), ({ sent, expected }) =>
      fixture.ledger.probe(sent, expected),
    )
    await fixture.ledger.forEach(filters(), (one) => findNothing(fixture, one))
    for (const twin of twins) await compare(fixture, twin)
    return fixture.ledger.outcome({ twins: twins.length })
  } finally {
    await fixture.close()
  }
}

function* queryCases(random: Random, made: readonly string[]) {
  const parameters = endpoints.flatMap((endpoint) =>
    endpoint.query.map((parameter) => ({ endpoint, parameter })),
  )
  const textual = parameters.filter(({ parameter }) => parameter.schema.type !== 'integer')
  for (const parameter of textual)
    for (const value of [...broken, ...odd]) yield { ...parameter, value }
  for (const value of made) yield { ...random.pick(parameters), value }
}

function expectationOf(parameter: Parameter, raw: string): Expectation {
  const text = decoded(raw, 'query')
  if (text === undefined || !fits(parameter, text)) return invalid
  if (parameter.name !== 'type' || parameter.schema.maxLength === undefined) return fine
  return { status: [200, 400], code: ['INVALID_TYPE'] }
}

function fits({ name, schema }: Parameter, text: string): boolean {
  if (schema.type === 'integer') return fitsNumber(name, text)
  if (schema.type === 'boolean') return /^(true|false|1|0|yes|no)$/i.test(text)
  if (schema.format === 'date') return isDate(text)
  if (schema.enum !== undefined) return schema.enum.includes(text)
  // No text of this stress test is a valid cursor.
  if (name === 'cursor') return false
  const length = codePoints(text)
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? length)
}

function fitsNumber(name: string, text: string): boolean {
  const plain = /^[0-9]{1,9}$/.test(text) && Number(text) >= (name === 'year' ? 0 : 1)
  return plain && (name !== 'per_page' || Number(text) <= 100)
}

function* pathCases(fixture: Fixture, random: Random, made: readonly string[]) {
  const under = endpoints.filter(({ template }) => template.includes('{municipality}'))
  const named = under.filter(({ names }) => names !== undefined)
  const pathable = [...broken, ...odd].filter((value) => !/^\.*$/.test(value))
  for (const endpoint of named)
    for (const value of pathable) yield named404(fixture, endpoint, value)
  for (const endpoint of under)
    for (const value of broken) yield municipality404(fixture, endpoint, value)
  for (const value of made) {
    yield random.chance(0.5)
      ? named404(fixture, random.pick(named), value)
      : municipality404(fixture, random.pick(under), value)
  }
}

type Case = { sent: Sent; expected: Expectation }

function named404(fixture: Fixture, endpoint: Endpoint, value: string): Case {
  const { list, ofEntity } = endpoint
  const target = `${list.replace('{municipality}', 'pemberley')}/${value}${ofEntity}`
  const headers = fixture.keyHeader(endpoint)
  return { sent: { method: 'GET', target, headers }, expected: notThere([endpoint.missing]) }
}

function municipality404(fixture: Fixture, endpoint: Endpoint, value: string): Case {
  const target = fixture.pathOf(endpoint).replace('pemberley', value)
  const headers = fixture.keyHeader(endpoint)
  return {
    sent: { method: 'GET', target, headers },
    expected: notThere(['MUNICIPALITY_NOT_FOUND']),
  }
}

const notThere = (code: string[]): Expectation => ({ status: [404], code })

/** Every text filter with every injection. */
function* filters() {
  for (const endpoint of endpoints.filter(({ keyed }) => keyed))
    for (const { name, schema } of endpoint.query)
      if (schema.maxLength === 200 && !endpoint.template.endsWith('/search'))
        for (const value of injections) yield { endpoint, name, value }
}

/** A filter treats everything as a value, so these find nothing; `q` of by-laws finds only what its words find. */
async function findNothing(
  { ledger, get }: Fixture,
  { endpoint, name, value }: { endpoint: Endpoint; name: string; value: string },
): Promise<void> {
  const sent = get(endpoint, `${name}=${encode(value)}`)
  const reply = await ledger.probe(sent, fine)
  const words = name === 'q' ? value.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() : ''
  const possible =
    words === '' ? [] : itemsOf(await ledger.probe(get(endpoint, `q=${encode(words)}`), fine))
  const others = itemsOf(reply).filter((item) => !possible.includes(item))
  if (others.length > 0) ledger.fail(sent, fine, `it finds ${others.join()}`)
}

/** Both spellings must find the same, and something where the town has it. */
async function compare(fixture: Fixture, [path, name, one, other]: (typeof twins)[number]) {
  const send = (text: string) => {
    const target = `/api/v1/pemberley/${path}?per_page=100&${name}=${encode(text)}`
    const sent = { method: 'GET', target, headers: { 'x-api-key': fixture.service.key } }
    return fixture.ledger.probe(sent, fine)
  }
  const [first, second] = [await send(one), await send(other)]
  if (items(first) === items(second)) return
  const sent = { method: 'GET', target: `${path}?${name}=${one} or ${other}` }
  fixture.ledger.fail(sent, fine, 'two spellings of one text find different things')
}

/** The items of a list, each as JSON. */
function itemsOf(reply: Reply | undefined): string[] {
  const { data } = JSON.parse(reply?.body ?? '{}') as { data?: unknown[] }
  return (data ?? []).map((item) => JSON.stringify(item))
}

function items(reply: Reply | undefined): string {
  return JSON.stringify((JSON.parse(reply?.body ?? '{}') as { data?: unknown }).data)
}

export const strings: StressTest = {
  name: 'strings',
  about: 'hostile text in every parameter and path is rejected or read literally',
  counts: 'random values',
  sizes: { small: 400, large: 50_000 },
  run,
}
