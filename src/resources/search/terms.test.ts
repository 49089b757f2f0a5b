import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords, parseTerms } from './terms.ts'

describe('search terms', () => {
  for (const [q, terms] of [
    ['heron', [['heron']]],
    ['heron colony', [['heron'], ['colony']]],
    ['  heron\t\ncolony ', [['heron'], ['colony']]],
    ['"heron colony"', [['heron', 'colony']]],
    ['"heron colony" lake', [['heron', 'colony'], ['lake']]],
    ['lake"heron colony"mill', [['lake'], ['heron', 'colony'], ['mill']]],
    ['lake Lake LAKE lake', [['lake']]],
    ['"heron', [['heron']]],
    ['heron"', [['heron']]],
    ['"heron colony', [['heron'], ['colony']]],
    ['""', []],
    ['"', []],
    ['"..."', []],
    ['... - *', []],
    ['', []],
    ['by-law', [['by', 'law']]],
    ['2008-250', [['2008', '250']]],
    ["O'Neil", [['O', 'Neil']]],
    ['title:heron', [['title', 'heron']]],
    ['heron*', [['heron']]],
    ['a AND b', [['a'], ['AND'], ['b']]],
    ['ᐊᓄᕌᖅ', [['ᐊᓄᕌᖅ']]],
    ['cafe\u0301', [['caf\u00e9']]],
    ['🏛', []],
    ['№5', [['5']]],
  ] as const) {
    it(`reads ${JSON.stringify(q)} as ${JSON.stringify(terms)}`, () => {
      expect(parseTerms(q)).toEqual(terms)
    })
  }

  for (const [q, count] of [
    ['', 0],
    ['lake Lake LÁKE lake', 1],
    ['"lake lake lake" lake', 4],
    ['a-'.repeat(128), 128],
    // These letters and marks separate words in the index.
    ['a\u19b0'.repeat(128), 128],
    ['a\u0334'.repeat(128), 128],
    ['a\u19b0 a\u19b1 a\u0334', 1],
  ] as const) {
    it(`counts ${count} words in ${JSON.stringify(q.slice(0, 30))}`, () => {
      expect(countWords(parseTerms(q))).toBe(count)
    })
  }

  it('always have a word, and no quote, space or operator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 256 }), (q) => {
        for (const term of parseTerms(q)) {
          expect(term.length).toBeGreaterThan(0)
          for (const word of term)
            expect(word).toMatch(/^[\p{L}\p{N}\p{M}]*[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u)
        }
      }),
    )
  })

  it('together have all letters and digits of the query, and no others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 256 }), (q) => {
        const lettersOf = (text: string) => text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? []
        expect(lettersOf(parseTerms(q).flat().join(' '))).toEqual(lettersOf(q))
      }),
    )
  })
})
