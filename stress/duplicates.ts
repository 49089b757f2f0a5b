import {
  type Endpoint,
  endpoints,
  type Fixture,
  fine,
  invalid,
  openFixture,
  type Parameter,
  rejected,
} from './kit/fixture.ts'
import { Random } from './kit/random.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'

const good: Record<string, string> = {
  per_page: '5',
  page: '1',
  year: '2015',
  date_from: '2024-01-01',
  year_from: '2024',
  year_to: '2024',
  date_to: '2024-12-31',
  type: 'motions',
  q: 'ditch',
}

function validValue({ name, schema }: Parameter): string {
  return good[name] ?? schema.enum?.[0] ?? (schema.type === 'boolean' ? 'yes' : 'a')
}

// Names that some frameworks parse as structures, and that are unknown parameters here.
const shapes = [
  ...[
    'NAME[]',
    'NAME[0]',
    'NAME[a]',
    'NAME.a',
    'NAME%5B%5D',
    '%20NAME',
    'NAME%20',
    'NAME%00',
    '.NAME',
  ],
  ...[
    '__proto__',
    '__proto__[NAME]',
    '__proto__.NAME',
    'constructor',
    'constructor[prototype][NAME]',
  ],
  ...[
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    '',
    '%',
    '%zz',
    'municipality',
    'slug',
    '*',
    'id',
  ],
]

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    await fixture.ledger.forEach(cases(fixture, random, size), ([endpoint, query, expected]) =>
      fixture.ledger.probe(fixture.get(endpoint, query), expected),
    )
    await strictly(fixture)
    await keysTwice(fixture)
    return fixture.ledger.outcome({ endpoints: endpoints.length })
  } finally {
    await fixture.close()
  }
}

type Case = [Endpoint, string, Expectation]

function* cases(fixture: Fixture, random: Random, size: number): Generator<Case> {
  for (const endpoint of endpoints) {
    const base = fixture.queryOf(endpoint)
    const plus = (query: string) => [base, query].filter(Boolean).join('&')
    for (const parameter of endpoint.query) yield* twice(endpoint, parameter, base)
    for (const shape of shapes) {
      const name = shape.replace('NAME', 'per_page')
      yield [endpoint, plus(`${name}=x`), fine]
      yield [endpoint, plus(`${name}=x&${name}=y`), fine]
    }
    yield [endpoint, plus('PER_PAGE=x&Per_Page=y&PAGE=-1'), fine]
    yield [endpoint, plus('&&&=&=&&a&a&&'), fine]
    yield [endpoint, plus('a=1&'.repeat(1500)), fine]
    yield [endpoint, plus('&'.repeat(7000)), fine]
    yield [endpoint, plus('a=1&'.repeat(3000)), rejected]
  }
  for (let i = 0; i < size; i += 1) yield mixed(fixture, random)
}

function* twice(endpoint: Endpoint, parameter: Parameter, base: string): Generator<Case> {
  const { name } = parameter
  const value = validValue(parameter)
  const rest = name === 'q' ? '' : base
  const plus = (query: string) => [rest, query].filter(Boolean).join('&')
  yield [endpoint, plus(`${name}=${value}&${name}=${value}`), invalid]
  yield [endpoint, plus(`${name}=${value}&x=1&${name}=`), invalid]
  yield [endpoint, plus(`${name}&${name}`), invalid]
  const spelt = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  yield [endpoint, plus(`${name}=${value}&${spelt}=${value}`), invalid]
  yield [endpoint, plus(`${name}=${value}&`.repeat(300)), invalid]
}

/** Some parameters in random order; invalid if one of the endpoint is repeated. */
function mixed(fixture: Fixture, random: Random): Case {
  const endpoint = random.pick(endpoints)
  const existing = endpoint.query.filter(({ name }) => name !== 'cursor' && name !== 'q')
  const pairs = existing.map((parameter) => `${parameter.name}=${validValue(parameter)}`)
  const pool = [...pairs, ...shapes.map((shape) => `${shape.replace('NAME', 'page')}=`)]
  const query = Array.from({ length: random.between(2, 6) }, () => random.pick(pool))
  const counted = pairs.filter((one) => query.filter((other) => other === one).length > 1)
  const all = [fixture.queryOf(endpoint), ...query].filter(Boolean).join('&')
  return [endpoint, all, counted.length > 0 ? invalid : fine]
}

/** `Prefer: handling=strict` rejects every unknown name. */
async function strictly({ ledger, get, queryOf, keyHeader }: Fixture): Promise<void> {
  const under = endpoints.filter(({ template }) => template.includes('{municipality}'))
  for (const endpoint of under) {
    const headers = { ...keyHeader(endpoint), prefer: 'handling=strict' }
    await ledger.probe({ ...get(endpoint), headers }, fine)
    for (const name of ['nonsense', '__proto__', 'constructor', 'per_page[]', 'PER_PAGE', '']) {
      const query = [queryOf(endpoint), `${name}=1`].filter(Boolean).join('&')
      await ledger.probe({ ...get(endpoint, query), headers }, invalid)
    }
  }
}

async function keysTwice({ ledger, get, service, keyHeader }: Fixture): Promise<void> {
  const unknown: Expectation = { status: [401], code: ['INVALID_API_KEY'] }
  for (const endpoint of endpoints.filter(({ keyed }) => keyed)) {
    const doubled = { ...get(endpoint, `apikey=${service.key}&apikey=${service.key}&q=ditch`) }
    await ledger.probe({ ...doubled, headers: {} }, unknown)
    await ledger.probe({ ...doubled, headers: keyHeader(endpoint) }, fine)
    const lists = { 'x-api-key': [service.key, service.key] }
    await ledger.probe({ ...doubled, headers: lists }, unknown)
  }
}

export const duplicates: StressTest = {
  name: 'duplicates',
  about: 'parameters that are repeated, or named like lists, objects and prototypes',
  counts: 'random combinations',
  sizes: { small: 300, large: 40_000 },
  run,
}
