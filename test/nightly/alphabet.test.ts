import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WriteStore } from '../../src/store/open.ts'
import { parseQuery } from '../../src/store/search/query-terms.ts'
import { documentTerms } from '../../src/store/search/terms.ts'
import { freshStore } from '../support/database/fresh-store.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { foundBy, indexTexts } from '../support/database/search.ts'
import { bareTown } from '../support/towns/bare-town.ts'

// All except surrogates, and only some of the eleven planes that Unicode has never assigned.
const codePoints = Array.from({ length: 0x10ffff }, (_, i) => i + 1).filter(
  (codePoint) =>
    codePoint < 0xd800 ||
    (codePoint > 0xdfff && codePoint < 0x40000) ||
    codePoint >= 0xe0000 ||
    codePoint % 1009 === 0,
)

const batch = 1024

const between = (codePoint: number) => `a${String.fromCodePoint(codePoint)}b`

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, databaseUrl, remove } = await freshStore('sqlite'))
})
afterAll(() => remove())

const batches = Array.from({ length: Math.ceil(codePoints.length / batch) }, (_, index) =>
  codePoints.slice(index * batch, (index + 1) * batch).map(between),
)
// One word in this number is searched.
const sampled = 499

const isOneWord = (term: string) => /^[=~]?[\p{L}\p{N}]+$/u.test(term)

it('every term is one token of SQLite, whatever its letters', async () => {
  const town = await bareTown(store, 'alphabet')
  const texts = batches.map((words, index) => ({ body: words.join(' '), slug: String(index) }))
  await indexTexts(
    store,
    town,
    texts.map((text) => ({ title: '', ...text })),
  )
  // Compares the tokens of the index with the terms of each text.
  const problems = await databaseProblems(databaseUrl)
  expect(problems.filter((problem) => problem.startsWith('search_'))).toEqual([])
  for (const { body } of texts) {
    const terms = documentTerms({ title: '', body, identifiers: '', other_words: '' })
    const all = [...terms.body, ...terms.others]
    expect(all.filter((term) => !isOneWord(term))).toEqual([])
  }
  const words = batches.flatMap((some, index) =>
    some.map((word) => ({ word, slug: String(index) })),
  )
  // Others consist of "a" and "b", which every text has.
  const whole = words.filter(({ word }) => parseQuery(word)[0]?.parts.length === 1)
  for (const { word, slug } of whole.filter((_, index) => index % sampled === 0)) {
    const found = await foundBy(store, { municipalityId: town, q: word })
    expect(
      found.map((row) => row.slug),
      word,
    ).toContain(slug)
  }
})
