import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasPhrases, withoutOrder } from './engine.ts'
import { noNames, planOf } from './plan.ts'
import { countWords, parseQuery, withoutAskingWords } from './query-terms.ts'

const partsOf = (q: string) => parseQuery(q).map(({ parts }) => parts)

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
    ['by-law', [['bylaw']]],
    ['bylaw', [['bylaw']]],
    ['by law', [['bylaw']]],
    ['By Laws', [['bylaws']]],
    ['"zoning by law"', [['zoning', 'bylaw']]],
    ['règlement municipal 7', [['reglement'], ['municipal'], ['7']]],
    ['"règlement municipal"', [['reglement', 'municipal']]],
    ['règlements, taxes municipales', [['reglements'], ['taxes'], ['municipales']]],
    ['law by law', [['law'], ['bylaw']]],
    ['by', [['by']]],
    ['2008-250', [['2008', '250']]],
    ['2008-0250', [['2008', '250']]],
    ["O'Neil", [['o', 'neil']]],
    ["l'eau", [['eau']]],
    ["council's", [['council']]],
    ['title:heron', [['title', 'heron']]],
    ['heron*', [['heron']]],
    ['a AND b', [['a'], ['and'], ['b']]],
    ['ᐊᓄᕌᖅ', [['ᐊᓄᕌᖅ']]],
    ['cafe\u0301', [['cafe']]],
    ['市議會 預算', [['市議會'], ['預算']]],
    ['🏛', []],
    ['№5', [['5']]],
    ['1 250 arbres', [['1', '250'], ['arbres']]],
    ['12 1250', [['12'], ['1250']]],
  ] as const) {
    it(`reads ${JSON.stringify(q)} as ${JSON.stringify(terms)}`, () => {
      expect(partsOf(q)).toEqual(terms)
    })
  }

  it('of the first two numbers that name a record have the word before them', () => {
    const read = parseQuery('Bill 1 and law no. 2, ward 3, int 2023')
    expect(read.map(({ parts }) => parts.join(' '))).toEqual([
      'bill 1',
      'and',
      'law 2',
      'ward',
      '3',
      'int',
      '2023',
    ])
  })

  it.each([
    ['a bridge over the creek', 'bridge creek'],
    ['what is planned beside, between and beneath the towers?', 'planned towers'],
    ['works on or near Tannery Lane until May', 'works or tannery lane may'],
    ["qu'est-ce qu'on prévoit chez nous après la crue ?", 'prevoit crue'],
    ['y a-t-il des travaux près du parc, selon vous', 'travaux parc'],
    ['"over the creek"', 'over the creek'],
    ['on and off', 'on and off'],
    ['"beside" the orchard, beside the creek', 'beside orchard creek'],
    ['up on', 'up on'],
  ])('of %j without those that only join or ask are %j', (q, words) => {
    expect(
      withoutAskingWords(parseQuery(q))
        .map(({ parts }) => parts.join(' '))
        .join(' '),
    ).toBe(words)
  })

  it('of one word have its spelling without separators', () => {
    const joined = (q: string) => parseQuery(q).map((term) => term.joined)
    expect(joined('co-op "e-mail" "on line" coop')).toEqual(['coop', 'email', undefined, undefined])
    expect(joined('ACS2026-36')).toEqual(['acs202636'])
    expect(joined('1 250 000')).toEqual(['1250000'])
  })

  for (const [q, count] of [
    ['', 0],
    ['lake Lake LÁKE lake', 1],
    ['"lake lake lake" lake', 4],
    ['a-'.repeat(128), 128],
    ['a_'.repeat(128), 128],
    ['a1'.repeat(64), 128],
    ['a.1 a,1 a:1', 2],
  ] as const) {
    it(`counts ${count} words in ${JSON.stringify(q.slice(0, 30))}`, () => {
      expect(countWords(parseQuery(q))).toBe(count)
    })
  }

  it('always have a word, and no quote, space or operator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 256 }), (q) => {
        for (const { parts, joined } of parseQuery(q)) {
          expect(parts.length).toBeGreaterThan(0)
          for (const word of [...parts, joined ?? 'a']) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
        }
      }),
    )
  })

  it('together have all letters and digits of the query, and no others', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'É', '1', '市', 'ᐊ', '-', '"', ' ', '_') })
    const lettersOf = (text: string) =>
      new Set(
        text
          .normalize('NFD')
          .toLowerCase()
          .match(/[\p{L}\p{N}]/gu) ?? [],
      )
    fc.assert(
      fc.property(word, (q) => {
        expect(lettersOf(partsOf(q).flat().join(' '))).toEqual(lettersOf(q))
      }),
    )
  })
})

describe('a query', () => {
  it.each(['a-', 'a ', '"', '"a" ', 'by law ', "é'"])(
    'of a long text of %j is read in linear time',
    (piece) => {
      const start = process.threadCpuUsage()
      parseQuery(piece.repeat(100_000))
      expect(process.threadCpuUsage(start).user).toBeLessThan(3_000_000)
    },
  )

  it('needs the order of words only for a phrase', () => {
    const isOrdered = (q: string) => hasPhrases(planOf(parseQuery(q), 'all', noNames).found)
    expect([isOrdered('mill creek'), isOrdered('"mill creek"')]).toEqual([false, true])
  })

  it('of a repeated word has at most sixteen in order, and it once without order', () => {
    const { found } = planOf(parseQuery('vote-'.repeat(64)), 'all', noNames)
    const phrases = JSON.stringify(found).match(/"phrase":\[[^\]]*\]/g) ?? []
    expect(phrases.map((phrase) => phrase.match(/vot/g)?.length)).toEqual([16, 16])
    expect(JSON.stringify(withoutOrder(found)).match(/vot/g)?.length).toBeLessThan(8)
  })
})
