import { withoutStopWords } from '../src/store/search/query-terms.ts'
import { type Fixture, fine, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { Random } from './kit/random.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'

const operators = [
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'NEAR(',
    'NEAR/3',
    'and',
    '+',
    '-',
    '^',
    '*',
    ':',
    '(',
    ')',
    '{',
    '}',
    '"',
  ],
  ...[
    "'",
    '`',
    ',',
    ';',
    '.',
    '|',
    '&',
    '&&',
    '||',
    '!',
    '<->',
    '<2>',
    ':*',
    ':A',
    '\\',
    '/',
    '=',
    '<',
    '>',
    '~',
  ],
  ...[
    'title:',
    'body :',
    '{title body} :',
    '- title:',
    'rowid:',
    '--',
    '/*',
    '*/',
    '%',
    '_',
    '[',
    ']',
    '@',
    '#',
    '$',
  ],
]
const words = [
  ...[
    'ditch',
    'drainage',
    'dredged',
    'parks',
    'report',
    'culvert',
    'café',
    'cafe\u0301',
    'Mill',
    'Creek',
    '12',
    'lake',
  ],
  ...[
    'the',
    'a',
    '城市',
    '会議',
    'ᐊᓄᕌᖅ',
    'Łukasz',
    'ß',
    '½',
    '²',
    'Ⅷ',
    '\u0301',
    '😀',
    '👩‍👧',
    '\u{1e900}',
    '\u{16e40}',
    '\u{e000}',
  ],
]
const spaces = [' ', '  ', '\t', '\n', '\u00a0', '\u3000', '\u200b', '']

const fixed = [
  ...[
    'a AND',
    'AND',
    'NOT',
    'OR OR',
    '"',
    '""',
    '"""',
    '" "',
    '"ditch',
    'ditch"',
    'x:y',
    'a-b',
    '*',
    '()',
    '(',
    ')',
  ],
  ...[
    'NEAR(ditch drainage, 3)',
    'ditch NEAR drainage',
    '{title}:ditch',
    'title:ditch',
    '^ditch',
    'ditch*',
    '- ditch',
  ],
  ...[
    '('.repeat(256),
    '"'.repeat(256),
    '"'.repeat(255),
    '* '.repeat(128),
    'a '.repeat(128),
    'NOT '.repeat(64),
  ],
  ...[
    `${'('.repeat(128)}${')'.repeat(128)}`,
    `"${'a '.repeat(127)}"`,
    `"${'a '.repeat(64)}"`,
    `${'a-'.repeat(64)}b`,
    'a-'.repeat(128),
    'a"b"c"d',
    "Robert'); DROP TABLE x;--",
    '\u{10ffff}',
  ],
]

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  const random = new Random(seed)
  try {
    await fixture.ledger.forEach(queries(random, size), (q) => searchLiterally(fixture, q))
    const names = await allNames(fixture)
    await fixture.ledger.forEach(nameParts(random, Math.ceil(size / 4)), (part) =>
      findLiterally(fixture, names, part),
    )
    return fixture.ledger.outcome({ people: names.length })
  } finally {
    await fixture.close()
  }
}

function* queries(random: Random, size: number): Generator<string> {
  yield* fixed
  yield* operators
  yield* words
  for (let i = 0; i < size; i += 1) {
    const parts = Array.from(
      { length: random.between(1, 9) },
      () =>
        (random.chance(0.5) ? random.pick(operators) : random.pick(words)) + random.pick(spaces),
    )
    yield [...parts.join('')].slice(0, 256).join('')
  }
}

const wordsMax = 64
const rejected: Expectation = { status: [400], code: ['VALIDATION_ERROR'] }

async function search({ ledger, service }: Fixture, q: string): Promise<string[]> {
  const target = `/api/v1/pemberley/search?match=all&per_page=100&q=${encodeURIComponent(q)}`
  const sent = { method: 'GET', target, headers: { 'x-api-key': service.key } }
  const words = [...new Set(phrasesOf(q))].join(' ').split(' ').length
  const reply = await ledger.probe(sent, words > wordsMax ? rejected : fine)
  const { data = [] } = parse(reply?.body ?? '') as { data?: { type: string; slug: string }[] }
  return data.map(({ type, slug }) => `${type} ${slug}`)
}

/**
 * A query for all words must find what its literal reading finds: each run of letters and digits is a word, each unquoted token a
 * phrase. A query of punctuation finds nothing.
 */
async function searchLiterally(fixture: Fixture, q: string): Promise<void> {
  const results = await search(fixture, q)
  const plain = plainly(q)
  // With quotes, the literal reading can be too long for a query.
  if ([...plain].length > 256) return
  const expected = plain === '' ? [] : await search(fixture, plain)
  if (results.join() === expected.join()) return
  const target = `/api/v1/pemberley/search?match=all&per_page=100&q=${encodeURIComponent(q)}`
  const why = `finds ${results.length}, but read plainly, as ${plain}, ${expected.length}`
  fixture.ledger.fail({ method: 'GET', target, headers: { 'x-api-key': '{key}' } }, fine, why)
}

/** The tokens of a query as quoted phrases, without function words that are not quoted. */
function plainly(q: string): string {
  const terms = termsOf(q).map(({ phrase, isQuoted }) => ({
    ...{ phrase, isQuoted },
    parts: bare(phrase).split(' '),
  }))
  const required = withoutStopWords(terms) as typeof terms
  return required.map(({ phrase }) => `"${phrase}"`).join(' ')
}

const phrasesOf = (q: string) => termsOf(q).map(({ phrase }) => phrase)

/** The phrases of a query; a quote that is not closed is a separator. */
function termsOf(q: string): { phrase: string; isQuoted: boolean }[] {
  const pieces = q.split('"')
  const closed = pieces.length % 2 === 1 ? pieces.length : pieces.length - 1
  const tokens = pieces.flatMap((piece, index) => {
    const isQuoted = index % 2 === 1 && index < closed
    return (isQuoted ? [piece] : piece.split(/\s+/u)).map((text) => ({ text, isQuoted }))
  })
  return tokens
    .map(({ text, isQuoted }) => ({ phrase: wordsIn(text).join(' '), isQuoted }))
    .filter(({ phrase }) => phrase !== '')
}

function wordsIn(text: string): string[] {
  const runs = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

async function namesOf({ ledger, service }: Fixture, query: string): Promise<string[]> {
  const target = `/api/v1/pemberley/people?per_page=100${query}`
  const sent = { method: 'GET', target, headers: { 'x-api-key': service.key } }
  const reply = await ledger.probe(sent, fine)
  const { data = [] } = parse(reply?.body ?? '') as { data?: { name: string }[] }
  return data.map(({ name }) => name)
}

const allNames = (fixture: Fixture) => namesOf(fixture, '')

function* nameParts(random: Random, size: number): Generator<string> {
  const pieces = [' ', ...`% _ \\ * ? . ' " ( ) - a e n G é Ł 100 ᐊ`.split(' ')]
  yield* pieces
  yield* String.raw`100% %20 "_ _O \% \\ %% __ a%e V_ra [a-z] $ ^V N%`.split(' ')
  for (let i = 0; i < size; i += 1) yield random.text(pieces, random.between(1, 4))
}

const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
    .replaceAll('-', ' ')

async function findLiterally(
  fixture: Fixture,
  names: readonly string[],
  part: string,
): Promise<void> {
  const matches = await namesOf(fixture, `&name=${encodeURIComponent(part)}`)
  const expected = names.filter((name) => bare(name).includes(bare(part)))
  if (matches.join() === expected.join()) return
  const target = `/api/v1/pemberley/people?name=${encodeURIComponent(part)}`
  const why = `finds ${matches.join()}, but should find ${expected.join()}`
  fixture.ledger.fail({ method: 'GET', target, headers: { 'x-api-key': '{key}' } }, fine, why)
}

export const searchSyntax: StressTest = {
  name: 'search-syntax',
  about: 'full-text and LIKE syntax in q and name is read literally',
  counts: 'random queries',
  sizes: { small: 400, large: 50_000 },
  run,
}
