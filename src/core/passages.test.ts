import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../../test/support/project/random-seed.ts'
import { type Passage, PassageFinder, passageOf } from './passages.ts'

const key = 'a key of this test'
const passages = (...texts: string[]) =>
  texts.map((text) => passageOf(key, text)).filter((one): one is Passage => one !== undefined)
const masked = (texts: string[], ...taken: string[]) =>
  new PassageFinder(key, passages(...taken)).masked(texts)

describe('a passage', () => {
  it('is kept without its words', () => {
    const passage = passageOf(key, 'Zoé Lindqvist-Brandt of 9 Alder Court')
    expect(passage).toMatchObject({ words: 7 })
    expect(JSON.stringify(passage)).not.toMatch(/zo|lind|alder/i)
    expect(passageOf('another key', 'Zoé Lindqvist-Brandt of 9 Alder Court')?.hash).not.toBe(
      passage?.hash,
    )
    expect(passageOf(key, ' – … ')).toBeUndefined()
  })

  it.each([
    ['Report of Zoé Lindqvist, resident', 'Report of [withheld], resident'],
    ['report of ZOE LINDQVIST.', 'report of [withheld].'],
    ['Report of Zoe\n  Lind\u00adqvist', 'Report of [withheld]'],
    ['Report of Zoe\u0301 (Lindqvist)', 'Report of [withheld])'],
    ['zoe-lindqvist zoe_lindqvist', '[withheld] [withheld]'],
    ['Zoé Lindqvist Zoé Lindqvist', '[withheld] [withheld]'],
    ['Zoé Lindqvists house, Zoë, Lindqvist', 'Zoé Lindqvists house, [withheld]'],
    ['Lindqvist, Zoé', 'Lindqvist, Zoé'],
  ])('is found in %j', (text, expected) => {
    expect(masked([text], 'Zoé Lindqvist')).toEqual([expected])
  })

  it.each([
    'files/Zo%C3%A9%20Lindqvist.pdf',
    'files/zo%c3%a9_lindqvist.pdf',
    'view?of=Zoe%CC%81+Lindqvist',
    'view?of=Zo%C3%A9%2BLindqvist',
    'Zo%E9-Lindqvist',
    'Zo%25C3%25A9%2520Lindqvist',
    'Zo%C3%A9%20%4Cindqvist',
  ])('is found in %j, which is escaped as a URL', (text) => {
    const [found] = masked([`a/50%/${text}?c=%20d`], 'Zoé Lindqvist')
    expect(found).toMatch(/^a\/50%\/[^%]*\[withheld\][^%]*\?c=%20d$/)
  })

  it.each([
    ['by Zoé Lind-\nqvist.', 'by [withheld].'],
    ['by Zoé Lind\u2010\r\n  qvist.', 'by [withheld].'],
    ['by Zoé Lind\u00ad\nqvist.', 'by [withheld].'],
    ['by Zoé Lind- qvist.', 'by [withheld].'],
    ['by ZOÉ LIND-\nQVIST.', 'by [withheld].'],
    ['by Zoé-\nLindqvist.', 'by [withheld].'],
    ['by Zo\u200b\u200eé L\u00adind\u2060qvist.', 'by [withheld].'],
    ['by Zoé Lind-qvist.', 'by Zoé Lind-qvist.'],
    ['by Zoé Lind\nqvist.', 'by Zoé Lind\nqvist.'],
  ])('is found if a line end divides its words: %j', (text, expected) => {
    expect(masked([text], 'Zoé Lindqvist')).toEqual([expected])
  })

  it('is found with words that line ends divide and others that they do not', () => {
    const text = 'the vice-\nchair Anne-\nMarie Lind-\nqvist re-\nquested'
    expect(masked([text], 'Anne-Marie Lindqvist requested')).toEqual([
      'the vice-\nchair [withheld]',
    ])
    expect(masked(['Lindqvist requested'], 'Lind-\nqvist re-\nquested')).toEqual(['[withheld]'])
    expect(masked(['by Zoé Lind-', 'qvist.'], 'Zoé Lindqvist')).toEqual([
      'by [withheld]-',
      '[withheld].',
    ])
  })

  it('is found in the next text of any order', () => {
    const finder = new PassageFinder(key, passages('I am Zoé Lindqvist', 'Zoé Page 2'))
    const texts = ['Page 1', 'Here I am Zoé', 'Page 2', 'Lindqvist of Alder Row']
    const orders = [
      [0, 1, 2, 3],
      [1, 3],
    ]
    expect(finder.masked(texts, orders)).toEqual([
      'Page 1',
      'Here [withheld]',
      '[withheld]',
      '[withheld] of Alder Row',
    ])
  })

  it('is found where it continues in the next text', () => {
    expect(
      masked(['lives at 9 Alder', 'Court in Lowmere', 'Court'], '9 alder court in lowmere'),
    ).toEqual(['lives at [withheld]', '[withheld]', 'Court'])
  })

  it('is one of several, which can overlap', () => {
    expect(masked(['a b c d e f'], 'b c d', 'd e', 'f')).toEqual(['a [withheld] [withheld]'])
    expect(masked(['a b c d e f'], 'a b c d e f', 'c')).toEqual(['[withheld]'])
  })
})

const word = fc.constantFrom('a', 'b', 'c', 'É', 'dd')
const wordsUpTo = (maxLength: number) => fc.array(word, { minLength: 1, maxLength })

it('finds the same as a comparison of all words', () => {
  const taken = fc.array(wordsUpTo(5), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(wordsUpTo(40), taken, (text, all) => {
      const kept = text.filter((_, at) => !all.some((passage) => covers(passage, text, at)))
      const [found = ''] = masked([text.join(' ')], ...all.map((passage) => passage.join(' ')))
      expect(found.replaceAll('[withheld]', ' ').split(/\s+/).filter(Boolean)).toEqual(kept)
    }),
  )
})

/** Whether the text contains the passage so that the word at `at` is in it. */
function covers(passage: string[], text: string[], at: number): boolean {
  return passage.some((_, before) => passage.every((one, i) => text[at - before + i] === one))
}
