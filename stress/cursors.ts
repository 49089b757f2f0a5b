import { type Fixture, fine, invalid, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'

// Lists and filters that have a second page.
const lists: [path: string, filter: string][] = [
  ['meetings', ''],
  ['meetings', 'type=Regular%20Council'],
  ['people', ''],
  ['people', 'is_councillor=true'],
  ['matters', ''],
  ['matters', 'category=Works'],
  ['motions', ''],
  ['motions', 'result=Carried'],
  ['bylaws', ''],
  ['bylaws', 'status=Adopted'],
  ['organizations', ''],
]

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.']

// Payloads of forged cursors.
const payloads = [
  '[1,"2024-01-01",1]',
  '[2,"2024-01-01",1]',
  '[1]',
  '[]',
  '{}',
  'null',
  '"x"',
  '[1,{"__proto__":{"polluted":1}},1]',
  '{"__proto__":{"polluted":1}}',
  `[1,"' OR 1=1 --",1]`,
  '[1,null,null]',
  '[1,1e999,-1]',
  '[1,[[[[[[[[]]]]]]]],1]',
  '[1',
  '',
]

interface Found {
  path: string
  filter: string
  cursor: string
}

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    const issued = await collect(fixture)
    for (const one of issued) await transplant(fixture, one, issued)
    await fixture.ledger.forEach(
      forgeries(random, issued, size),
      async ({ path, filter, cursor }) => {
        const genuine = issued.some(
          (one) => one.path === path && one.filter === filter && one.cursor === cursor,
        )
        await fetchPage(fixture, 'pemberley', { path, filter, cursor }, genuine ? fine : invalid)
      },
    )
    return fixture.ledger.outcome({ cursors: issued.length })
  } finally {
    await fixture.close()
  }
}

async function fetchPage(
  { ledger, service }: Fixture,
  municipality: string,
  { path, filter, cursor }: { path: string; filter: string; cursor: string | undefined },
  expected: Expectation,
  perPage = 2,
) {
  const query = [
    `per_page=${perPage}`,
    filter,
    cursor === undefined ? '' : `cursor=${encodeURIComponent(cursor)}`,
  ]
  const target = `/api/v1/${municipality}/${path}?${query.filter(Boolean).join('&')}`
  return ledger.probe({ method: 'GET', target, headers: { 'x-api-key': service.key } }, expected)
}

/** The first two cursors of every list. */
async function collect(fixture: Fixture): Promise<Found[]> {
  const issued: Found[] = []
  for (const [path, filter] of lists) {
    let cursor: string | undefined
    for (let page = 0; page < 2; page += 1) {
      const reply = await fetchPage(fixture, 'pemberley', { path, filter, cursor }, fine)
      const next = parse(reply?.body ?? '').pagination as { next_cursor: string | null } | undefined
      cursor = next?.next_cursor ?? undefined
      if (cursor === undefined) break
      issued.push({ path, filter, cursor })
    }
  }
  if (new Set(issued.map(({ path, filter }) => path + filter)).size !== lists.length)
    throw new Error('a list has no second page: the stress test would try nothing on it')
  return issued
}

/** A cursor is valid for its own list and filters with any page size, and for no other list. */
async function transplant(fixture: Fixture, one: Found, all: readonly Found[]): Promise<void> {
  await fetchPage(fixture, 'pemberley', one, fine, 100)
  await fetchPage(fixture, fixture.otherTown, one, invalid)
  await fetchPage(fixture, 'pemberley', { ...one, filter: `${one.filter}&nonsense=1` }, fine)
  for (const { path, filter } of all) {
    const same = path === one.path && filter === one.filter
    if (!same) await fetchPage(fixture, 'pemberley', { path, filter, cursor: one.cursor }, invalid)
  }
}

function* forgeries(random: Random, issued: readonly Found[], size: number): Generator<Found> {
  for (const one of issued) for (const cursor of fixed(one, issued)) yield { ...one, cursor }
  for (let i = 0; i < size; i += 1) {
    const one = random.pick(issued)
    yield { ...one, cursor: altered(random, one.cursor) }
  }
}

/** Spellings and combinations that a lenient parser would accept. */
function fixed({ cursor }: Found, all: readonly Found[]): string[] {
  const [payload = '', mac = ''] = cursor.split('.')
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  return [
    '',
    ' ',
    '.',
    payload,
    mac,
    `.${mac}`,
    `${payload}.`,
    `${mac}.${payload}`,
    `${cursor}=`,
    `${cursor}==`,
    `${payload}=.${mac}`,
    ` ${cursor}`,
    `${cursor} `,
    `${cursor}\n`,
    `${cursor}.`,
    `${cursor}.${mac}`,
    `${cursor}\u0000`,
    cursor.toUpperCase(),
    cursor.toLowerCase(),
    `${cursor}${'A'.repeat(2048)}`,
    'A'.repeat(7000),
    JSON.stringify({ payload, mac }),
    ...payloads.flatMap((text) => [`${encoded(text)}.${mac}`, encoded(text), text]),
    ...payloads.map((text) => `${encoded(text)}.${'A'.repeat(22)}`),
    ...all
      .map((other) => `${payload}.${other.cursor.split('.')[1] ?? ''}`)
      .filter((text) => text !== cursor),
    // The last character of the MAC has unused bits.
    ...alphabet
      .map((character) => cursor.slice(0, -1) + character)
      .filter((text) => text !== cursor),
  ]
}

function altered(random: Random, cursor: string): string {
  const at = random.below(cursor.length)
  const other = random.pick(alphabet)
  const ways = [
    () => cursor.slice(0, at) + other + cursor.slice(at + 1),
    () => cursor.slice(0, at),
    () => cursor.slice(at),
    () => cursor.slice(0, at) + other + cursor.slice(at),
    () => cursor.slice(0, at) + cursor.slice(at + 1),
    () =>
      cursor.slice(0, at) +
      cursor
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      cursor.slice(at + 2),
    () => random.text(alphabet, random.between(1, 120)),
    () =>
      `${random.text(alphabet.slice(0, -1), random.between(1, 80))}.${random.text(alphabet.slice(0, -1), 22)}`,
  ]
  return random.pick(ways)()
}

export const cursors: StressTest = {
  name: 'cursors',
  about: 'altered and forged cursors, and cursors of other lists, filters and towns, are rejected',
  counts: 'random forgeries',
  sizes: { small: 600, large: 100_000 },
  run,
}
