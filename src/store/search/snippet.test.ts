import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { withSnippets } from './snippet.ts'
import { soughtIn } from './sought.ts'
import { wordsOf } from './words.ts'

const filler = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
const snippetOf = (title: string, q: string) =>
  withSnippets([{ title, body: '' }], parseQuery(q))[0]?.snippet ?? ''

it('a snippet is a short text without changes', () => {
  expect(snippetOf('Montréal, (1) budget.', 'budget')).toBe('Montréal, (1) budget.')
})

it('has the positions of the words, in any form, and of their synonyms', () => {
  const [row] = withSnippets(
    [{ title: '', body: 'Les vélos, 🏛 bike lanes and by-laws' }],
    parseQuery('bike lane bylaw'),
  )
  const { snippet = '', highlights = [] } = row ?? {}
  expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual([
    ...['vélos', 'bike', 'lanes', 'by-laws'],
  ])
})

it('is the beginning of a long text that has none of the words', () => {
  const snippet = snippetOf(filler(5000), 'culvert')
  expect(snippet).toBe(`${filler(32)}…`)
})

it('surrounds a late match, with six words before it', () => {
  const snippet = snippetOf(`${filler(2000)} Montréal ${filler(90_000)}`, 'montreal')
  expect(snippet).toMatch(/^…w1994 w1995 w1996 w1997 w1998 w1999 Montréal w0 .* w24…$/)
})

it('surrounds the by-law that a règlement is', () => {
  const text = `${filler(300)} By-law No. 7 ${filler(300)}`
  expect(snippetOf(text, 'règlement municipal 7')).toContain('By-law No. 7')
})

it('surrounds an irregular plural', () => {
  const text = `${filler(300)} les travaux du pont ${filler(300)}`
  expect(snippetOf(text, 'travail')).toContain('les travaux du pont')
})

it('is the part with most of the words, even if one of them comes earlier', () => {
  const text = `creek ${filler(300)} mill by the creek ${filler(300)}`
  expect(snippetOf(text, 'mill creek')).toContain('mill by the creek')
})

it('is short if a long text has hardly any words', () => {
  expect(snippetOf('. '.repeat(50_000), 'culvert').length).toBeLessThan(300)
})

it('matches whole words only', () => {
  const text = `${'x'.repeat(50)}mill ${'a '.repeat(78)} mill creek ${filler(60)}`
  expect(snippetOf(text, 'mill')).toContain('mill creek')
})

it('ends with the text', () => {
  expect(snippetOf(`${filler(300)} mill creek`, '"mill creek"')).toMatch(/^…w294 .* mill creek$/)
})

it('surrounds the first of two words that are never near each other', () => {
  const text = `${filler(300)} mill ${filler(9000)} creek`
  expect(snippetOf(text, 'creek mill')).toMatch(/^…w294 .* mill w0 .*…$/)
})

it('the first word sought is found at the position that `wordsOf` gives', () => {
  const letter = fc.constantFrom(
    'a',
    'A',
    'á',
    'a\u0301',
    'b',
    'ß',
    'à',
    ' ',
    '-',
    '1',
    'ø',
    'ł',
    'þ',
    'ʔ',
    '’',
    '\u2011',
    '\u0301',
  )
  const text = fc.array(letter, { maxLength: 60 }).map((letters) => letters.join(''))
  const word = fc.array(fc.constantFrom('a', 'b', '1', 'ø', 'l', 'th'), {
    minLength: 1,
    maxLength: 2,
  })
  fc.assert(
    fc.property(text, fc.array(word, { minLength: 1, maxLength: 3 }), (written, sought) => {
      const words = sought.map((letters) => letters.join(''))
      const { termOf, firstIndexIn } = soughtIn(parseQuery(words.join(' ')))
      const match = [...wordsOf(written)].find((one) => termOf(one) !== undefined)
      expect(firstIndexIn(written)).toBe(match?.start ?? -1)
    }),
    { numRuns: 2000 },
  )
})

it('a snippet is from the body if that has a word, otherwise from the title', () => {
  const row = { title: 'Mill Creek', body: 'See item 3.' }
  const snippetFor = (q: string) => withSnippets([row], parseQuery(q))[0]?.snippet
  expect(snippetFor('item')).toBe('See item 3.')
  expect(snippetFor('item creek')).toBe('See item 3.')
  expect(snippetFor('creek')).toBe('Mill Creek')
  expect(withSnippets([row], parseQuery('creek'))).toEqual([
    { title: 'Mill Creek', snippet: 'Mill Creek', highlights: [[5, 10]] },
  ])
})

it.each([
  ['budgets', 'the Budget'],
  ['budget', 'the BUDGETS'],
  ['pony', 'the ponies'],
  ['ponies', 'the pony'],
  ['bylaw', 'the by-law'],
  ['by-laws', 'the Bylaw'],
  ['coop', 'the co-op'],
  ['20269155', 'the 2026-09155'],
  ['co-op', 'the coop'],
  ['hotel', 'the l’Hôtel'],
  ['oeuvre', 'the œuvres'],
  ['09125', 'the 9125'],
  ['9125', 'the 009125'],
  ['buses', 'the bus'],
  ['bus', 'the buses'],
  ['analyses', 'the analysis'],
  ['市議會', 'the 市議會'],
  ["O'Neil", 'the o’neil'],
  ['Straße', 'the strasse'],
  ['strasse', 'the Straße'],
])('%j is shown in any form, as in %j', (q, written) => {
  const text = `${filler(3000)} ${written} ${filler(300)}`
  expect(snippetOf(text, q)).toMatch(/^…w2995 /)
  expect(snippetOf(text, q)).toContain(written)
})

it('is found in a long text in linear time', () => {
  const start = performance.now()
  for (const piece of ['mi', 'mill-', 'mil ', 'm', 'milo-', '\u0301', 'é'])
    snippetOf(piece.repeat(200_000), 'milling coop 2026-155')
  expect(performance.now() - start).toBeLessThan(3000)
})
