import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { indexTexts } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import type { SearchQuery } from './search-query.ts'

let store: WriteStore
let remove: () => Promise<void>
let town: number
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
  const other = await bareTown(store, 'other')
  await indexTexts(store, other, [{ title: 'Zonings', body: 'herring tenantry' }])
  town = await bareTown(store, 'suggestions')
  await indexTexts(store, town, [
    { title: 'Zoning', body: 'A zoning amendment for tenancies', kind: 'motion' },
    {
      title: 'Herons',
      body: 'The heron and the otter of tennis court 7',
      kind: 'matter',
      day: 1000,
    },
    { title: 'Hérisson', body: 'Un hérisson', kind: 'matter' },
  ])
})
afterAll(() => remove())

const responseTo = (q: string, query: Partial<SearchQuery> = {}) =>
  store.search({
    ...{ municipalityId: town, q, match: 'all', kinds: searchKinds, limit: 10, offset: 0 },
    ...query,
  })

describe(`suggestions, on ${engineUnderTest()}`, () => {
  it.each<[string, string[]]>([
    ['zonning', ['zoning']],
    ['Zonning amendment', ['zoning amendment', 'amendment']],
    ['tenants', ['tenancies', 'tennis']],
    ['herisons', ['herisson', 'herons']],
    ['heron zoning', ['zoning', 'heron']],
    ['otter zonnning', ['otter']],
    ['heron qqqqq otter wwwww', ['heron otter']],
    ['qqqqq', []],
    ['zq', []],
    ['155', []],
    ['marsh 7', []],
    ['...', []],
  ])('for %j are %j', async (q, suggestions) => {
    expect(await responseTo(q)).toMatchObject({ rows: [], suggestions })
  })

  it('are only given if nothing is found at all', async () => {
    expect((await responseTo('heron')).suggestions).toEqual([])
    expect((await responseTo('heron', { offset: 10 })).suggestions).toEqual([])
    expect((await responseTo('heron zoning', { match: 'any' })).suggestions).toEqual([])
  })

  it('find something with the same filters, in the same municipality', async () => {
    expect((await responseTo('heronn', { kinds: ['motion'] })).suggestions).toEqual([])
    expect((await responseTo('heronn', { kinds: ['matter'] })).suggestions).toEqual(['heron'])
    expect((await responseTo('heronn', { from: '2020-01-01' })).suggestions).toEqual([])
    expect((await responseTo('herrings')).suggestions).not.toContain('herring')
    for (const suggestion of (await responseTo('herisons otter')).suggestions)
      expect((await responseTo(suggestion)).rows).not.toEqual([])
  })

  it.each<[string, string[], string[]]>([
    ['heron zoning', ['Herons', 'Zoning'], []],
    ['heron zonings', ['Herons', 'Zoning'], []],
    ['heronn zoning', [], ['zoning']],
    ['heron otters', ['Herons'], []],
    ['heron', ['Herons'], []],
    ['"heron zoning"', [], []],
    ['qqqqq', [], []],
    ['qqqqq wwwww', [], []],
    ['otter 2099', [], ['otter']],
    [
      'zoning heron otter tennis court tenancies herisson the amendment for',
      ['Herons', 'Zoning'],
      [],
    ],
    ['zoning heron otter tennis court tenancies herisson motion amendment', [], []],
  ])(
    'for %j are not needed beside the texts with some of the words, %j',
    async (q, titles, suggestions) => {
      const response = await responseTo(q, { orAny: true })
      expect(
        response.rows.map(({ title }) => title).filter((title) => title !== 'Hérisson'),
      ).toEqual(titles)
      expect(response.suggestions).toEqual(suggestions)
    },
  )

  it.each<[string, Partial<SearchQuery>, boolean, boolean]>([
    ['heron zoning', {}, true, false],
    ['heron zoning', { orAny: false }, false, true],
    ['heronn zoning', {}, false, true],
    ['heron otters', {}, false, false],
    ['heron zoning', { offset: 10 }, false, false],
    ['heron 2099', {}, false, false],
    ['zzyzx yzzyx', { match: 'any' }, false, false],
  ])('for %j with %j: some of the words sought %j, possible %j', async (q, query, isOfAny, can) => {
    const response = await responseTo(q, { orAny: true, ...query })
    expect([response.isOfAny ?? false, response.canFindAny ?? false]).toEqual([isOfAny, can])
  })

  it('are at most three, and none for a long query', async () => {
    const words = 'heron otter zoning amendment tenancies herisson and'.split(' ')
    expect((await responseTo(words.join(' '))).suggestions.length).toBeLessThanOrEqual(3)
    expect((await responseTo([...words, 'the', 'un'].join(' '))).suggestions).toEqual([])
  })
})
