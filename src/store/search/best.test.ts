import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { openReadStore, type WriteStore } from '../open.ts'
import { synonymPairs } from './synonyms.ts'

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
let town: number
beforeAll(async () => {
  ;({ store, databaseUrl, remove } = await freshStore())
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
  { title: 'Text', body: 'By law, dams open', slug: 'dams', groupKey: 9 },
  { title: 'Text', body: 'B.C. and the R.C.M.P. pay $1,250', slug: 'bc', groupKey: 7 },
  { title: 'Bill 23', body: 'an asp', slug: 'bill', groupKey: 10 },
  { title: 'Bill 7', body: 'costs 23 in all', slug: 'bill-7', groupKey: 11 },
  { title: 'Text', body: 'on Bill No. 23', slug: 'bill-no', groupKey: 12 },
  { title: 'Text', body: 'a bill of 2019', slug: 'bill-2019', groupKey: 14 },
  { title: 'Skiff, barge and dory', body: 'afloat', slug: 'boats', groupKey: 13 },
  { title: 'Text', body: 'so\u00adft and zero\u200bwidth', slug: 'unseen', groupKey: 8 },
  { title: 'Wharf lamps', body: 'lit', slug: 'lamps', groupKey: 15 },
  ...['a', 'b', 'c', 'd', 'e'].map((slug) => ({
    ...{ title: 'Text', body: 'a wharf', slug: `wharf-${slug}`, groupKey: 16 },
  })),
  { title: 'Text', body: 'a gannet', slug: 'gannet', groupKey: 17 },
  { title: 'Police and hens', body: 'at dawn', slug: 'hens', groupKey: 18 },
  { title: 'Chicken', body: 'a cop', slug: 'chicken', groupKey: 19 },
]

const best = async (q: string) =>
  (await foundBy(store, { municipalityId: town, q, match: 'best' })).map(
    ({ slug, missing_words: missing }) => [slug, ...missing].join(' -'),
  )

describe(`the best match, on ${engineUnderTest()}`, () => {
  it.each<[string, string, string[]]>([
    ['is a record with the words in several of its texts', 'heron otter', ['weir', 'pond -heron']],
    [
      'is of records that have all words, then of those with some',
      'otter newt',
      ['pond', 'weir-motion -newt'],
    ],
    [
      'is of every record with one of the words',
      'gannet wharf',
      ['lamps -gannet', 'gannet -wharf', 'wharf-e -gannet'],
    ],
    [
      'has a word that few records have before one that more have',
      'otter asp',
      ['bill -otter', 'pond -asp', 'weir-motion -asp'],
    ],
    ['has every phrase in quotes', '"a toad" newt', ['toad -newt']],
    [
      'has those of a query with longer words too',
      '"asp" alphabetical botanically cartography dictionary electrical fabrication geography historical',
      [
        'bill -alphabetical -botanically -cartography -dictionary -electrical -fabrication -historical',
      ],
    ],
    ['has synonyms of all words in its title', 'cop chicken', ['hens', 'chicken']],
    ['has a phrase beside a word that may precede a number', 'bill "an asp"', ['bill']],
    ['is found without words that only ask', 'what about the newt again', ['pond']],
    ['is found without a word that no text has', 'newt zzyzx', ['pond -zzyzx']],
    ['has the words of a number side by side', 'Bill 23', ['bill', 'bill-no']],
    ['has them so after No. too', 'bill no. 23', ['bill', 'bill-no']],
    [
      'has a year as a word of its own',
      'bill 2019',
      ['bill-2019', 'bill-7 -2019', 'bill -2019', 'bill-no -2019'],
    ],
    ['has the number of another language', 'loi 23', ['bill', 'bill-no']],
    [
      'is a record with the number, of other words',
      'strong powers bill 23',
      ['bill -strong -powers', 'bill-no -strong -powers'],
    ],
    ['may have only a number', 'zzyzx yzzyx 1250', ['bc -zzyzx -yzzyx']],
    ['has synonyms like the word, the newest first', 'garbage', ['waste', 'garbage']],
    ['has a synonym of several words', 'LRT', ['rail']],
    ['has a synonym in French', 'ordures', ['waste']],
    ['is of by-laws for a règlement', 'règlements municipaux', ['dams']],
    ['is of by-laws for another one', 'règlement municipal', ['dams']],
    ['has points in abbreviations', 'bc rcmp 1250', ['bc']],
    ['has them as they are written', 'B.C. R.C.M.P. 1,250', ['bc']],
    ['has words around characters that are not seen', 'soft zerowidth', ['unseen']],
  ])('%s: %j', async (_, q, expected) => {
    expect(await best(q)).toEqual(expected)
  })
})

it('has the newest first by date, and records with all words before others', async () => {
  await indexTexts(store, town, [
    { title: 'Text', body: 'a shrew', slug: 'old', groupKey: 30, day: 20 },
    { title: 'Vole', body: 'a vole and a shrew', slug: 'oldest', groupKey: 31, day: 10 },
    { title: 'Text', body: 'a vole and a shrew', slug: 'new', groupKey: 32, day: 30 },
    { title: 'Text', body: 'a vole', slug: 'newest', groupKey: 33, day: 40 },
  ])
  const slugs = async (q: string, sort: 'relevance' | 'date') =>
    (await foundBy(store, { municipalityId: town, q, match: 'best', sort })).map(({ slug }) => slug)
  expect(await slugs('vole', 'relevance')).toEqual(['oldest', 'newest', 'new'])
  expect(await slugs('vole', 'date')).toEqual(['newest', 'new', 'oldest'])
  expect(await slugs('vole shrew', 'date')).toEqual(['new', 'oldest', 'newest', 'old'])
})

describe(`a query of forty words, on ${engineUnderTest()}`, () => {
  const letters = 'bcdfghjkmn'
  // The first ones are the longest.
  const words = Array.from(
    { length: 40 },
    (_, at) => `o${letters[Math.floor(at / 10)]}o${letters[at % 10]}o${at < 8 ? 'bobobo' : ''}`,
  )
  beforeAll(async () => {
    const body = (without: readonly number[]) =>
      words.filter((_, at) => !without.includes(at)).join(' ')
    await indexTexts(store, town, [
      { title: 'Text', body: body([]), slug: 'whole', groupKey: 20 },
      { title: 'Text', body: body([35]), slug: 'but-one', groupKey: 21 },
      { title: 'Text', body: body([1, 10, 39]), slug: 'but-three', groupKey: 22 },
      { title: 'Text', body: words.slice(8).join(' '), slug: 'short-words', groupKey: 23 },
    ])
  })

  it('has the eight longest of them, and says which of these a record lacks', async () => {
    const found = await best(words.join(' '))
    expect(found.toSorted()).toEqual(['but-one', `but-three -${words[1]}`, 'whole'])
    expect(found.at(-1)).toBe(`but-three -${words[1]}`)
  })

  it('ranks each title with one of them alike, if any of them is enough', async () => {
    const other = await bareTown(store, 'titles')
    const titled = Array.from({ length: 60 }, (_, day) => ({ title: `${words[0]}`, body: '', day }))
    await indexTexts(store, other, titled)
    const q = words.join(' ')
    const rows = await foundBy(store, { municipalityId: other, q, match: 'any' })
    expect(rows).toHaveLength(60)
    expect(new Set(rows.map(({ score }) => score)).size).toBe(1)
  })
})

it('a search takes seven statements at most', async () => {
  const statements: string[] = []
  const reading = openReadStore(databaseUrl, (text) => statements.push(text))
  for (const q of ['heron otter', 'heron otter newt', 'otter zzyzx town', '"a toad" newt'])
    for (const match of ['best', 'all', 'any'] as const) {
      statements.length = 0
      await foundBy(reading, { municipalityId: town, q, match, limit: 10 })
      expect(statements.length, `${match}: ${q}`).toBeLessThanOrEqual(7)
    }
  await reading.close()
})

it('synonyms are few, distinct and have a reason', () => {
  expect(synonymPairs.length).toBeLessThanOrEqual(190)
  const pairs = synonymPairs.map(({ one, other }) => [one, other].sort().join(' = '))
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(synonymPairs.filter(({ other, reason }) => other === '' || reason.length < 5)).toEqual([])
})

it.each(['abri', 'refuge', 'shelter'])(
  'finds the others of abri, refuge and shelter: %s',
  async (q) => {
    const shelters = await bareTown(store, `shelters-${q}`)
    const bodies = { abri: 'un abri', refuge: 'un refuge', shelter: 'two shelters', pond: 'a pond' }
    const texts = Object.entries(bodies).map(([slug, body]) => ({ title: 'Text', body, slug }))
    await indexTexts(store, shelters, texts)
    const rows = await foundBy(store, { municipalityId: shelters, q, match: 'best' })
    expect(rows.map(({ slug }) => slug).sort()).toEqual(['abri', 'refuge', 'shelter'])
  },
)

it('is the oldest text too, if words are in its title', async () => {
  const older = await bareTown(store, 'older')
  const q = 'alder birch cedar dogwood'
  const apart = 'dogwood of the town, cedar of the park, birch of the lane, alder of the pond'
  const newer = (at: number) => ({ title: 'Text', body: apart, slug: `newer-${at}`, day: 9000 })
  const others = Array.from({ length: 1005 }, (_, at) => ({ ...newer(at), groupKey: 100 + at }))
  const titled = {
    title: 'Alder, birch and cedar',
    body: 'dogwood',
    slug: 'titled',
    groupKey: 99,
    day: 10,
  }
  await indexTexts(store, older, [...others, titled])
  const [first] = await foundBy(store, { municipalityId: older, q, match: 'best' })
  expect(first?.slug).toBe('titled')
})
