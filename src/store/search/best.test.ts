import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { synonymPairs } from './synonyms.ts'

let store: WriteStore
let remove: () => Promise<void>
let town: number
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
  town = await bareTown(store, 'best')
  await indexTexts(store, town, texts)
})
afterAll(() => remove())

const texts: SearchText[] = [
  { title: 'The weir', body: 'A heron nests.', slug: 'weir', kind: 'matter', groupKey: 1, rank: 5 },
  { title: 'That it pass', body: 'an otter', slug: 'weir-motion', groupKey: 1, rank: 4 },
  { title: 'Pond', body: 'an otter and a newt', slug: 'pond', groupKey: 2 },
  { title: 'Text', body: 'a toad', slug: 'toad', groupKey: 3 },
  { title: 'Text', body: 'the waste of the town', slug: 'waste', groupKey: 4, day: 9000 },
  { title: 'Text', body: 'the garbage of the town', slug: 'garbage', groupKey: 5, day: 10 },
  { title: 'Text', body: 'Light rail transit opens', slug: 'rail', groupKey: 6 },
  { title: 'Text', body: 'B.C. and the R.C.M.P. pay $1,250', slug: 'bc', groupKey: 7 },
  { title: 'Text', body: 'so\u00adft and zero\u200bwidth', slug: 'unseen', groupKey: 8 },
]

const best = async (q: string) =>
  (await foundBy(store, { municipalityId: town, q, match: 'best' })).map(
    ({ slug, missing_words: missing }) => [slug, ...missing].join(' -'),
  )

describe(`the best match, on ${engineUnderTest()}`, () => {
  it.each<[string, string, string[]]>([
    ['is a record with the words in several of its texts', 'heron otter', ['weir', 'pond -heron']],
    [
      'is of records that have all words, then of those with most',
      'otter newt',
      ['pond', 'weir-motion -newt'],
    ],
    [
      'has at least half of the weight of the words',
      'heron otter newt',
      ['pond -heron', 'weir -newt'],
    ],
    ['has every phrase in quotes', '"a toad" newt', ['toad -newt']],
    ['is found without what people add to any question', 'newt council vote report', ['pond']],
    ['is found without a word that no text has', 'newt zzyzx', ['pond -zzyzx']],
    ['is nothing if only a number is there', 'zzyzx yzzyx 1250', []],
    ['has a word before its synonym', 'garbage', ['garbage', 'waste']],
    ['has a synonym of several words', 'LRT', ['rail']],
    ['has a synonym in French', 'ordures', ['waste']],
    ['has points in abbreviations', 'bc rcmp 1250', ['bc']],
    ['has them as they are written', 'B.C. R.C.M.P. 1,250', ['bc']],
    ['has words around characters that are not seen', 'soft zerowidth', ['unseen']],
  ])('%s: %j', async (_, q, expected) => {
    expect(await best(q)).toEqual(expected)
  })
})

it('synonyms are few, distinct and have a reason', () => {
  expect(synonymPairs.length).toBeLessThanOrEqual(150)
  const pairs = synonymPairs.map(([one, other]) => [one, other].sort().join(' = '))
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(synonymPairs.filter(([, , reason]) => reason.length < 5)).toEqual([])
})
