import fc from 'fast-check'
import { type Endpoint, endpoints, type Fixture, type Parameter } from './fixture.ts'
import { pathSpellings } from './path-verdict.ts'
import { expectationOf, type Issued, type Plan } from './request-verdict.ts'
import {
  failedOnce,
  headerNames,
  headerValues,
  nowhere,
  numbers,
  pathPieces,
  strange,
  strangeKinds,
  unknownNames,
  unsafeMethods,
} from './strange.ts'
import type { Expectation } from './stress-test.ts'
import type { Sent } from './wire.ts'

/** A request and its correct response. */
export interface Drawn {
  sent: Sent
  expected: Expectation
  /** The valid path that `sent` has or alters. */
  right: string
}

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list)
const short = strange.filter((text) => text !== '' && text.length < 60)

/** Any text as it can be in a URL, from the table or made of its parts. */
const rawText = fc.oneof(
  { weight: 6, arbitrary: pick(strange) },
  {
    weight: 2,
    arbitrary: fc.array(pick(short), { minLength: 2, maxLength: 5 }).map((list) => list.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary' })
      .map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'))),
  },
)

// It takes milliseconds to build.
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)

/** A valid value by the schema. */
function validValue({ name, schema }: Parameter): fc.Arbitrary<string> {
  if (schema.enum !== undefined) return pick(schema.enum)
  if (schema.type === 'boolean') return pick(['true', 'FALSE', '1', '0', 'yes', 'No'])
  if (schema.format === 'date')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 999_999_999 }).map(String)
  if (name === 'type') return pick(['motions', 'document_sections'])
  if (name === 'include') return pick(['motions', 'documents', 'votes,tally'])
  return word
}

function value(parameter: Parameter, cursor: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { schema, name } = parameter
  if (name === 'cursor') return fc.oneof(rawText, cursor.chain(altered))
  const odd = schema.type === 'integer' ? fc.oneof(pick(numbers), rawText) : rawText
  return fc.oneof({ weight: 2, arbitrary: validValue(parameter) }, { weight: 3, arbitrary: odd })
}

const base64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.']
const forged = [
  ...['[1,"2024-01-01",1]', '[2,"2024-01-01",1]', '[1]', '[]', '{}', 'null', '"x"', '[1', ''],
  ...['[1,{"__proto__":{"polluted":1}},1]', `[1,"' OR 1=1 --",1]`, '[1,null,null]', '[1,1e999,-1]'],
].map((text) => Buffer.from(text).toString('base64url'))

/** A cursor as it was issued, or changed as a lenient parser would not notice. */
function altered(cursor: string): fc.Arbitrary<string> {
  const [payload = '', mac = ''] = cursor.split('.')
  const spellings = [
    ...[
      payload,
      mac,
      `.${mac}`,
      `${payload}.`,
      `${mac}.${payload}`,
      `${cursor}=`,
      `${payload}=.${mac}`,
    ],
    ...[
      `%20${cursor}`,
      `${cursor}%20`,
      `${cursor}%0A`,
      `${cursor}.`,
      `${cursor}.${mac}`,
      `${cursor}%00`,
    ],
    ...[cursor.toUpperCase(), cursor.toLowerCase(), cursor + 'A'.repeat(2048)],
    ...forged.flatMap((text) => [text, `${text}.${mac}`, `${text}.${'A'.repeat(22)}`]),
  ]
  const changed = fc
    .tuple(fc.nat(cursor.length - 1), pick(base64), fc.nat(2))
    .map(([at, other, cut]) => cursor.slice(0, at) + other + cursor.slice(at + cut))
  // The last character of the MAC has unused bits.
  const last = pick(base64).map((character) => cursor.slice(0, -1) + character)
  return fc.oneof(fc.constant(cursor), pick(spellings), changed, last)
}

function path(endpoint: Endpoint, otherTown: string): fc.Arbitrary<Plan['pathOf']> {
  const same = (right: string) => right
  const inserted = fc
    .array(fc.tuple(fc.nat(), pick(pathPieces), fc.boolean()), { minLength: 1, maxLength: 3 })
    .map(
      (pieces) => (right: string) =>
        pieces.reduce((text, [n, piece, replaces]) => {
          const at = 1 + (n % text.length)
          return text.slice(0, at) + piece + text.slice(at + (replaces ? 1 : 0))
        }, right),
    )
  const named = rawText.map((text) => renamed(endpoint, text))
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(same) },
    { weight: 1, arbitrary: fc.constant((right: string) => right.replace('pemberley', otherTown)) },
    { weight: 3, arbitrary: inserted },
    { weight: 2, arbitrary: fc.nat().map((n) => (right: string) => at(pathSpellings(right), n)) },
    { weight: 2, arbitrary: named },
    {
      weight: 1,
      arbitrary: rawText.map((text) => (right: string) => right.replace('pemberley', text)),
    },
    { weight: 1, arbitrary: pick(nowhere).map((target) => () => target) },
  )
}

/** The path of an entity with another name. Dots and nothing would be the path of a list. */
const renamed =
  ({ names, list, ofEntity }: Endpoint, text: string) =>
  (right: string) =>
    names === undefined || /^\.*$/.test(text)
      ? right
      : `${list.replace('{municipality}', 'pemberley')}/${text}${ofEntity}`

const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''

const header = fc.tuple(pick(headerNames), pick(headerValues))
const method = fc.oneof(
  { weight: 14, arbitrary: fc.constant('GET') },
  { weight: 4, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: fc.constant('OPTIONS') },
  { weight: 2, arbitrary: pick(unsafeMethods) },
)
const keyWays = ['none', 'wrong', 'twice', 'in the query'] as const
const key = fc.oneof(
  { weight: 12, arbitrary: fc.constant('valid' as const) },
  { weight: 1, arbitrary: pick(keyWays) },
)

function planOf(
  endpoint: Endpoint,
  issued: readonly Issued[],
  otherTown: string,
): fc.Arbitrary<Plan> {
  const own = issued.filter((one) => one.endpoint === endpoint)
  const others = issued.map(({ cursor }) => cursor)
  // Three of four cursors are of this list.
  const cursor =
    own.length > 0 ? pick([...others, ...Array(27).fill(own[0]?.cursor)]) : pick(others)
  const pairOf = (parameter: Parameter) =>
    fc.tuple(fc.constant(parameter), value(parameter, cursor))
  const { query = [] } = endpoint
  const parameters = query.length > 0 ? query : [{ name: 'x', schema: {} }]
  const paged = query.filter(({ name }) => name === 'cursor')
  const pair = fc.oneof(...[...parameters, ...paged, ...paged, ...paged].map(pairOf))
  return fc.record({
    endpoint: fc.constant(endpoint),
    index: fc.nat(20),
    method,
    key,
    pathOf: path(endpoint, otherTown),
    query: fc.array(pair, { maxLength: 4 }),
    unknown: fc.array(pick(unknownNames), { maxLength: 2 }),
    isStrict: fc.nat(9).map((n) => n === 0),
    headers: fc.array(header, { maxLength: 2 }),
  })
}

/** A name with its first character percent-encoded. */
const spelt = (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`

/** Any request to any endpoint of openapi.json. */
export function drawnRequest(fixture: Fixture, issued: readonly Issued[]): fc.Arbitrary<Drawn> {
  const plans = endpoints.map((endpoint) => planOf(endpoint, issued, fixture.otherTown))
  return fc.oneof(...plans).map((plan) => drawn(fixture, plan, issued))
}

/** What failed once, and each parameter of each operation with one value of each strange kind. */
export function* everyParameter(fixture: Fixture, issued: readonly Issued[]): Generator<Drawn> {
  yield* everyFailure(fixture)
  let turn = 0
  for (const endpoint of endpoints)
    for (const values of [...Object.values(strangeKinds), numbers]) {
      // Over all parameters, each value of a kind has its turn.
      const next = () => {
        turn += 1
        return at(values, turn)
      }
      const plan = (some: Partial<Plan>) =>
        drawn(fixture, { ...plainPlan, endpoint, ...some }, issued)
      for (const parameter of endpoint.query) yield plan({ query: [[parameter, next()]] })
      const [name, town] = [next(), next()]
      if (endpoint.names !== undefined) yield plan({ pathOf: renamed(endpoint, name) })
      yield plan({ pathOf: (right) => right.replace('pemberley', town) })
    }
  yield* everyWay(fixture, issued)
  yield* everyCursor(fixture, issued)
}

/** Each operation with each way to send no valid key, and with each method. */
function* everyWay(fixture: Fixture, issued: readonly Issued[]): Generator<Drawn> {
  const methods = ['HEAD', 'OPTIONS', ...unsafeMethods].map((method) => ({ method }))
  for (const endpoint of endpoints)
    for (const way of [...keyWays.map((key) => ({ key })), ...methods])
      yield drawn(fixture, { ...plainPlan, endpoint, ...way }, issued)
}

/** What failed once. */
function* everyFailure({ service }: Fixture): Generator<Drawn> {
  for (const { status, code = [], ...sent } of failedOnce) {
    const headers = { 'x-api-key': service.key, ...sent.headers }
    yield { sent: { ...sent, headers }, expected: { status, code }, right: sent.target }
  }
}

/** The cursor of each list, sent to every list. */
function* everyCursor(fixture: Fixture, issued: readonly Issued[]): Generator<Drawn> {
  for (const endpoint of endpoints)
    for (const parameter of endpoint.query.filter(({ name }) => name === 'cursor'))
      for (const { cursor } of issued)
        yield drawn(fixture, { ...plainPlan, endpoint, query: [[parameter, cursor]] }, issued)
}

const plainPlan = {
  ...{ index: 0, method: 'GET', key: 'valid' as const, pathOf: (right: string) => right },
  ...{ query: [], unknown: [], isStrict: false, headers: [] },
}

function drawn(fixture: Fixture, plan: Plan, issued: readonly Issued[]): Drawn {
  const { endpoint, method } = plan
  const right = fixture.pathOf(endpoint, plan.index)
  const path = plan.pathOf(right)
  const required = fixture.queryOf(endpoint)
  // A strange path may be of another endpoint, which has other parameters.
  const isSame = path === right || path === right.replace('pemberley', fixture.otherTown)
  const query = isSame ? plan.query : []
  const unknown = isSame ? plan.unknown.map((name) => `${name}=x`) : []
  const base = query.some(([{ name }]) => name === 'q') ? '' : required
  const given = query.map(
    ([{ name }, text]) => `${text.length % 2 === 1 ? spelt(name) : name}=${text}`,
  )
  const inUrl = plan.key === 'in the query' ? [`apikey=${fixture.service.key}`] : []
  const target = [base, ...given, ...unknown, ...inUrl].filter(Boolean).join('&')
  const sent = {
    // The transport rejects a long URL before it knows whether the response may have a body.
    method: target.length > 8000 ? 'GET' : method,
    target: target === '' ? path : `${path}?${target}`,
    headers: headersOf(fixture, plan, path),
  }
  const asked = {
    ...plan,
    method: sent.method,
    query,
    unknown,
    path,
    right,
    sent,
    issued,
    otherTown: fixture.otherTown,
  }
  return { sent, expected: expectationOf(asked), right }
}

function headersOf(
  { service }: Fixture,
  { key, headers, isStrict, method }: Plan,
  path: string,
): Record<string, string | string[]> {
  // On a page, these decide whether a form is of this site, which `csrf` tests.
  const left = path.startsWith('/api/') ? ['__proto__'] : ['__proto__', 'origin', 'cookie']
  return {
    ...Object.fromEntries(headers.filter(([name]) => !left.includes(name))),
    ...(key === 'valid' ? { 'x-api-key': service.key } : {}),
    ...(key === 'twice' ? { 'x-api-key': [service.key, service.key] } : {}),
    ...(key === 'wrong' ? { 'x-api-key': `rv_${'0'.repeat(64)}` } : {}),
    ...(isStrict ? { prefer: 'handling=strict' } : {}),
    ...(method === 'OPTIONS' ? preflight : {}),
  }
}

const preflight = { origin: 'https://site.example', 'access-control-request-method': 'GET' }
