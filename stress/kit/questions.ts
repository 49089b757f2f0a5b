import { type Endpoint, endpoints, type Parameter } from './fixture.ts'
import { parse } from './ledger.ts'
import { oddWords } from './odd-town.ts'
import type { Random } from './random.ts'
import type { Reply, Sent } from './wire.ts'

const encode = encodeURIComponent
const search = endpoints.find(({ template }) => template.endsWith('/search')) as Endpoint

// Percent-encoded where a URL requires it.
const numbers = [
  ...[
    '1',
    '2',
    '3',
    '7',
    '20',
    '50',
    '100',
    '0',
    '101',
    '-1',
    '1e3',
    '+5',
    '007',
    '1.5',
    '%D9%A5',
    '',
  ],
  ...[
    '2147483647',
    '2147483648',
    '4294967296',
    '999999999',
    '1000000000',
    '9223372036854775807',
    '9'.repeat(30),
  ],
]
const dates = [
  '2024-03-01',
  '2024-02-29',
  '2023-02-29',
  '2026-04-22',
  '0000-01-01',
  '9999-12-31',
  'today',
  '2024-3-1',
]
const booleans = ['true', 'false', 'YES', 'no', '1', '0', 'maybe', '']
const bytes = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%C3%28',
  '%EF%BF%BF',
  '%F4%8F%BF%BF',
  '%',
  '%25',
  '_',
  '%5C',
  '%27',
]
const filterWords = [
  ...[
    'Regular Council',
    'committee OF the whole',
    'Carried',
    'LOST',
    'open',
    'ÉTÉ',
    'Zoning',
    'Adopted',
    'Town Council',
  ],
  ...['ouvert', 'straße', 'strasse', 'é', 'e\u0301', 'i', 'İ', '議', 'x'.repeat(201), ''],
]
const queryWords = [
  'ditch',
  'drainage',
  'zoning',
  'council',
  'report',
  'the',
  'by-law',
  'lowmere',
  'motion',
  'culvert',
]
const kinds = [
  'motions',
  'matters',
  'agenda_items',
  'key_statements',
  'document_sections',
  'motions,matters',
  'nothing',
]

const listNamedBy: Record<string, string> = {
  organization: 'organizations',
  meeting: 'meetings',
  mover: 'people',
  person: 'people',
}

/** Generates requests of every kind from names, cursors and ETags in earlier responses. */
export class Questions {
  readonly #random: Random
  readonly #towns: readonly string[]
  readonly #names = new Map<string, string[]>()
  /** Names of people, as they are written. */
  readonly #people: string[] = []
  readonly #cursors: string[] = []
  readonly #tagged: { target: string; etag: string }[] = []

  constructor(random: Random, towns: readonly string[]) {
    this.#random = random
    this.#towns = towns
  }

  next(key: string): Sent {
    const random = this.#random
    const tagged = random.chance(0.05) ? random.pick(this.#tagged) : undefined
    if (tagged !== undefined) {
      const headers = { 'x-api-key': key, 'if-none-match': tagged.etag }
      return { method: this.#method(), target: tagged.target, headers }
    }
    const next = random.chance(0.25) ? this.#cursors.shift() : undefined
    const endpoint = random.chance(0.2) ? search : random.pick(endpoints)
    const target = next ?? this.#target(endpoint)
    return {
      method: this.#method(),
      target: this.#withKey(target, key),
      headers: this.#headers(key),
    }
  }

  /** Remembers names, cursors and ETags of a response. */
  remember({ target }: Sent, { headers, body }: Reply): void {
    const etag = headers.get('etag')
    if (etag !== null) this.#tagged.push({ target, etag })
    const { data, results, pagination } = parse(body) as Expected
    const list = target.split('?', 1)[0] ?? ''
    const names = (Array.isArray(data) ? data : (results ?? [])).map(({ slug, id }) => slug ?? id)
    if (names.length > 0) this.#names.set(list, [...names.map(String)])
    if (list.endsWith('/people') && Array.isArray(data))
      this.#people.push(...data.map(({ name }) => String(name)))
    const cursor = pagination?.next_cursor
    if (typeof cursor === 'string') {
      const [path, query = ''] = target.split('?')
      const rest = query.split('&').filter((pair) => pair !== '' && !/^(cursor|apikey)=/.test(pair))
      this.#cursors.push(`${path}?${[...rest, `cursor=${encode(cursor)}`].join('&')}`)
    }
  }

  #method(): string {
    return this.#random.chance(0.06) ? 'HEAD' : this.#random.chance(0.02) ? 'POST' : 'GET'
  }

  #target(endpoint: Endpoint): string {
    const random = this.#random
    const town = random.chance(0.97)
      ? random.pick(this.#towns)
      : random.pick(['nowhere', '%00', 'Lowmere'])
    const list = endpoint.list.replace('{municipality}', town)
    const path =
      endpoint.names === undefined
        ? endpoint.template.replace('{municipality}', town)
        : `${list}/${this.#nameIn(list)}${endpoint.ofEntity}`
    const query = endpoint.query
      .filter(({ name }) => (name === 'q' ? random.chance(0.98) : random.chance(0.35)))
      .map((parameter) => `${parameter.name}=${this.#valueOf(parameter, town)}`)
    if (random.chance(0.03))
      query.push(random.pick(['nonsense=1', 'per_page=1&per_page=2', '%zz', 'a=%00']))
    return query.length === 0 ? path : `${path}?${query.join('&')}`
  }

  #nameIn(list: string): string {
    const existing = this.#names.get(list) ?? []
    if (existing.length > 0 && this.#random.chance(0.85)) return encode(this.#random.pick(existing))
    return this.#random.pick([
      'nobody',
      '0',
      '%00',
      '%F0%9F%8F%9B',
      encode("' or 1=1 --"),
      'x'.repeat(300),
    ])
  }

  #valueOf({ name, schema }: Parameter, town: string): string {
    const random = this.#random
    if (random.chance(0.04)) return random.pick(bytes)
    const list = listNamedBy[name]
    if (list !== undefined) return this.#nameIn(`/api/v1/${town}/${list}`)
    if (schema.enum !== undefined && random.chance(0.9)) return encode(random.pick(schema.enum))
    if (schema.type === 'integer') return this.#numberOf(name)
    if (schema.type === 'boolean') return random.pick(booleans)
    if (name.startsWith('date_')) return random.pick(dates)
    return this.#wordOf(name)
  }

  #numberOf(name: string): string {
    const usual = name === 'year' && this.#random.chance(0.7)
    return this.#random.pick(usual ? ['1600', '1999', '2024', '2010'] : numbers)
  }

  #wordOf(name: string): string {
    const random = this.#random
    if (name === 'q') return encode(this.#search())
    if (name === 'cursor') return random.pick(['forged.cursor', 'W10.AAAAAAAAAAAAAAAAAAAAAA'])
    if (name === 'name') {
      const word = [...random.pick(oddWords)]
      return encode(word.slice(0, random.between(1, word.length)).join(''))
    }
    return encode(random.pick(name === 'type' && random.chance(0.4) ? kinds : filterWords))
  }

  #search(): string {
    const random = this.#random
    if (this.#people.length > 0 && random.chance(0.15)) {
      const title = random.pick(['', '', 'Councillor ', 'maire ', 'the '])
      return `${title}${random.pick(this.#people)}`
    }
    const word = () => (random.chance(0.5) ? random.pick(oddWords) : random.pick(queryWords))
    if (random.chance(0.6)) return word()
    if (random.chance(0.4)) return `"${word()} ${word()}"`
    return Array.from({ length: random.between(2, 4) }, word).join(
      random.pick([' ', ' AND ', '"', ' - ']),
    )
  }

  #headers(key: string): Record<string, string> {
    const random = this.#random
    const headers: Record<string, string> = {}
    const way = random.next()
    if (way < 0.9) headers['x-api-key'] = key
    else if (way < 0.93) headers['x-api-key'] = random.pick(['', 'x', `rv_${'0'.repeat(64)}`])
    if (random.chance(0.05)) headers.prefer = 'handling=strict'
    if (random.chance(0.05)) headers['accept-encoding'] = random.pick(['gzip', 'br', 'identity'])
    if (random.chance(0.05)) headers.origin = 'https://elsewhere.example'
    return headers
  }

  #withKey(target: string, key: string): string {
    if (!this.#random.chance(0.05)) return target
    return `${target}${target.includes('?') ? '&' : '?'}apikey=${key}`
  }
}

interface Expected {
  data?: { slug?: unknown; id?: unknown; name?: unknown }[]
  results?: { slug?: unknown; id?: unknown }[]
  pagination?: { next_cursor?: unknown }
}
