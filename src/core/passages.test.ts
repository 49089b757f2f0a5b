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
