import { expect, it } from 'vitest'
import { highlighterOf } from './highlight.ts'
import { parseQuery } from './query-terms.ts'

const filler = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
const highlighterFor = (q: string) => highlighterOf(parseQuery(q))
const snippetOf = (title: string, q: string) => highlighterFor(q).snippetOf(title, '')

it('a snippet is a short text without changes', () => {
  expect(snippetOf('Montréal, (1) budget.', 'budget')).toBe('Montréal, (1) budget.')
})

it('has the positions of the words, in any form, and of their synonyms', () => {
  const text = 'Les vélos, 🏛 bike lanes and by-laws'
  const ranges = highlighterFor('bike lane bylaw').rangesIn(text)
  expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual([
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

it('a snippet is from the body if that has a word, otherwise from the title', () => {
  const snippetFor = (q: string) => highlighterFor(q).snippetOf('Mill Creek', 'See item 3.')
  expect(snippetFor('item')).toBe('See item 3.')
  expect(snippetFor('item creek')).toBe('See item 3.')
  expect(snippetFor('creek')).toBe('Mill Creek')
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
  const start = process.threadCpuUsage()
  for (const piece of ['mi', 'mill-', 'mil ', 'm', 'milo-', '\u0301', 'é'])
    snippetOf(piece.repeat(200_000), 'milling coop 2026-155')
  expect(process.threadCpuUsage(start).user).toBeLessThan(3_000_000)
})
