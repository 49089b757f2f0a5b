import { type Endpoint, endpoints, fine, invalid, openFixture } from './kit/fixture.ts'
import { Random } from './kit/random.ts'
import type { Expectation, Outcome, StressTest } from './kit/stress-test.ts'

const names = ['per_page', 'page', 'year']

// Percent-encoded where a URL requires it.
const values = [
  ...[
    '',
    '0',
    '1',
    '2',
    '5',
    '20',
    '99',
    '100',
    '101',
    '1000',
    '00',
    '05',
    '000000001',
    '0000000001',
  ],
  ...[
    '-1',
    '-0',
    '+5',
    '%2B5',
    '%205%20',
    '5%20',
    '%095',
    '5%0A',
    '%EF%BC%95',
    '%D9%A5',
    '%E2%85%A4',
  ],
  ...['1.0', '1,0', '1_000', '1e2', '1E2', '1e300', '0x10', '0b11', '0o7', '010', '5n', '%C2%B2'],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    'true',
    'five',
    '%00',
    '5%00',
    '%C3%28',
    '%',
  ],
  ...[
    '2147483647',
    '2147483648',
    '4294967296',
    '9007199254740991',
    '9007199254740993',
    '999999999',
  ],
  ...[
    '9'.repeat(400),
    `1${'0'.repeat(300)}`,
    '1%3B2',
    '1%262',
    '[5]',
    '{}',
    '%5B%5D',
    '5%2F1',
    '1;2',
  ],
]

const pieces = [
  '0',
  '1',
  '5',
  '9',
  '+',
  '-',
  '.',
  'e',
  'x',
  '%20',
  '%00',
  '_',
  ',',
  '%D9%A1',
  '%E2%88%92',
]

async function run({ size, seed }: { size: number; seed: number }): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  const made = Array.from({ length: size }, () => random.text(pieces, random.between(1, 12)))
  function* cases() {
    for (const endpoint of endpoints)
      for (const name of names) for (const value of values) yield { endpoint, name, value }
    for (const value of made) {
      yield { endpoint: random.pick(endpoints), name: random.pick(names), value }
    }
  }
  try {
    await fixture.ledger.forEach(cases(), ({ endpoint, name, value }) => {
      const query = [fixture.queryOf(endpoint), `${name}=${value}`].filter(Boolean).join('&')
      return fixture.ledger.probe(
        fixture.get(endpoint, query),
        expectationOf(endpoint, name, value),
      )
    })
    return fixture.ledger.outcome({ endpoints: endpoints.length })
  } finally {
    await fixture.close()
  }
}

function expectationOf({ query }: Endpoint, name: string, value: string): Expectation {
  if (!query.some((parameter) => parameter.name === name)) return fine
  const plain = /^[0-9]{1,9}$/.test(value)
  const low = name === 'year' ? 0 : 1
  const high = name === 'per_page' ? 100 : 999_999_999
  return plain && Number(value) >= low && Number(value) <= high ? fine : invalid
}

export const numbers: StressTest = {
  name: 'numbers',
  about: 'per_page, page and year accept only plain decimal digits, on every endpoint',
  counts: 'random values',
  sizes: { small: 500, large: 40_000 },
  run,
}
