import fc from 'fast-check'
import { withoutAskingWords } from '../src/store/search/query-terms.ts'
import { endpoints, type Fixture, fine, openFixture } from './kit/fixture.ts'
import { parse } from './kit/ledger.ts'
import { injections, operators, searchWords, twins } from './kit/strange.ts'
import type { Expectation, Order, Outcome, StressTest } from './kit/stress-test.ts'

const encode = encodeURIComponent

async function run({ size, seed }: Order): Promise<Outcome> {
  const fixture = await openFixture()
  try {
    const names = await namesOf(fixture, '')
    await check(fixture, query, (q) => searchProblem(fixture, q), { numRuns: size, seed })
    await check(fixture, namePart, (part) => nameProblem(fixture, names, part), {
      numRuns: Math.ceil(size / 4),
      seed,
    })
    await fixture.ledger.forEach(filters(), (one) => findNothing(fixture, one))
    for (const twin of twins) await compare(fixture, twin)
    return fixture.ledger.outcome({ people: names.length })
  } finally {
    await fixture.close()
  }
}

/** Reports the smallest text that has a problem. */
async function check(
  { ledger }: Fixture,
  texts: fc.Arbitrary<string>,
  problemOf: (text: string) => Promise<string | undefined>,
  options: { numRuns: number; seed: number },
): Promise<void> {
  const property = fc.asyncProperty(texts, async (text) => {
    const problem = await problemOf(text)
    if (problem !== undefined) throw new Error(problem)
  })
  const { failed, counterexample, seed, errorInstance } = await fc.check(property, options)
  if (!failed) return
  const sent = { method: 'GET', target: encode(counterexample?.[0] ?? '') }
  ledger.fail(sent, fine, `seed ${seed}: ${String(errorInstance)}`)
}

const spaces = [' ', '  ', '\t', '\n', '\u00a0', '\u3000', '\u200b', '']
const piece = fc.oneof(fc.constantFrom(...operators), fc.constantFrom(...searchWords))
const mixed = fc
  .array(fc.tuple(piece, fc.constantFrom(...spaces)), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.flat().join(''))
const repeated = fc.tuple(piece, fc.nat(256)).map(([text, count]) => text.repeat(1 + count))
const query = fc
  .oneof({ weight: 9, arbitrary: mixed }, { weight: 1, arbitrary: repeated })
  .map((text) => [...text].slice(0, 256).join(''))
  .filter((text) => text !== '')

const nameParts = [
  ' ',
  ...String.raw`% _ \ * ? ' " ( ) - a e n G é Ł 100 ᐊ %20 "_ _O \% \\ a%e V_ra [a-z] N%`.split(' '),
]
const namePart = fc
  .array(fc.constantFrom(...nameParts), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

const wordsMax = 64
const rejected: Expectation = { status: [400], code: ['VALIDATION_ERROR'] }
const either: Expectation = { status: [200, 400] }

async function get({ ledger, service }: Fixture, path: string, expected: Expectation) {
  const headers = { 'x-api-key': service.key }
  const sent = { method: 'GET', target: `/api/v1/pemberley/${path}`, headers }
  const reply = await ledger.probe(sent, expected)
  const { data } = parse(reply?.body ?? '') as { data?: Record<string, string>[] }
  return data ?? []
}

async function search(fixture: Fixture, q: string): Promise<string[]> {
  const phrases = new Set(termsOf(q).map(({ phrase }) => phrase))
  const count = [...phrases].join(' ').split(' ').length
  const path = `search?match=all&per_page=100&q=${encode(q)}`
  // Signs of one word, such as ½, may count as several.
  const expected = count > wordsMax ? rejected : [...q].length > wordsMax ? either : fine
  const found = await get(fixture, path, expected)
  return found.map(({ type, slug }) => `${type} ${slug}`)
}

/** A query for all words finds what its literal reading finds; a query of punctuation finds nothing. */
async function searchProblem(fixture: Fixture, q: string): Promise<string | undefined> {
  const results = await search(fixture, q)
  const { plain, isWhole } = plainly(q)
  // With quotes, the literal reading can be too long for a query.
  if ([...plain].length > 256) return undefined
  const expected = plain === '' ? [] : await search(fixture, plain)
  // Function words in titles move results that are found without them.
  const same = isWhole ? results.join() === expected.join() : isSameSet(results, expected)
  if (same) return undefined
  return `finds ${results.length}, but read plainly, as ${plain}, ${expected.length}`
}

/** The tokens of a query as quoted phrases, without function words that are not quoted. */
function plainly(q: string): { plain: string; isWhole: boolean } {
  const terms = termsOf(q).map((term) => ({ ...term, parts: bare(term.phrase).split(' ') }))
  const required = withoutAskingWords(terms) as typeof terms
  const plain = required.map(({ phrase }) => `"${phrase}"`).join(' ')
  return { plain, isWhole: required.length === terms.length }
}

const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.toSorted().join() === others.toSorted().join()

/** The phrases of a query; a quote that is not closed is a separator. */
function termsOf(q: string): { phrase: string; isQuoted: boolean }[] {
  const pieces = q.split('"')
  const closed = pieces.length % 2 === 1 ? pieces.length : pieces.length - 1
  const tokens = pieces.flatMap((text, index) => {
    const isQuoted = index % 2 === 1 && index < closed
    return (isQuoted ? [text] : text.split(/\s+/u)).map((token) => ({ token, isQuoted }))
  })
  return tokens
    .map(({ token, isQuoted }) => ({ phrase: wordsIn(token).join(' '), isQuoted }))
    .filter(({ phrase }) => phrase !== '')
}

/** The runs of letters and digits; a character that is not shown divides no word. */
function wordsIn(text: string): string[] {
  const runs =
    text
      .replace(/\p{Cf}/gu, '')
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.filter((word) => /[\p{L}\p{N}]/u.test(word))
}

const namesOf = async (fixture: Fixture, filter: string) =>
  (await get(fixture, `people?per_page=100${filter}`, fine)).map(({ name = '' }) => name)

const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
    .replaceAll('-', ' ')

/** A part of a name is no pattern. */
async function nameProblem(fixture: Fixture, names: readonly string[], part: string) {
  const found = await namesOf(fixture, `&name=${encode(part)}`)
  const expected = names.filter((name) => bare(name).includes(bare(part)))
  if (found.join() === expected.join()) return undefined
  return `finds ${found.join()}, but should find ${expected.join()}`
}

interface Filter {
  path: string
  name: string
  value: string
}

/** Every text filter of every list with every injection. */
function* filters(): Generator<Filter> {
  for (const { template, keyed, query, names } of endpoints)
    for (const { name, schema } of query)
      if (keyed && names === undefined && schema.maxLength === 200 && name !== 'include')
        for (const value of injections) yield { path: template.split('}/')[1] ?? '', name, value }
}

/** A filter treats everything as a value, so these find nothing; `q` of by-laws finds only what its words find. */
async function findNothing(fixture: Fixture, { path, name, value }: Filter): Promise<void> {
  if (path === 'search') return
  const found = await get(fixture, `${path}?${name}=${encode(value)}`, fine)
  const words = name === 'q' ? value.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() : ''
  const possible = words === '' ? [] : await get(fixture, `${path}?q=${encode(words)}`, fine)
  const shown = possible.map((item) => JSON.stringify(item))
  const others = found.map((item) => JSON.stringify(item)).filter((item) => !shown.includes(item))
  const sent = { method: 'GET', target: `${path}?${name}=${value}` }
  if (others.length > 0) fixture.ledger.fail(sent, fine, `it finds ${others.join()}`)
}

/** Both spellings find the same. */
async function compare(fixture: Fixture, [path, name, one, other]: (typeof twins)[number]) {
  const find = async (text: string) =>
    JSON.stringify(await get(fixture, `${path}?per_page=100&${name}=${encode(text)}`, fine))
  if ((await find(one)) === (await find(other))) return
  const sent = { method: 'GET', target: `${path}?${name}=${one} or ${other}` }
  fixture.ledger.fail(sent, fine, 'two spellings of one text find different things')
}

export const literal: StressTest = {
  name: 'literal',
  about: 'SQL, full-text and LIKE syntax in filters and searches is read literally',
  counts: 'random searches',
  sizes: { small: 400, large: 20_000 },
  run,
}
