import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { indexTexts } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import type { SearchQuery } from './search.ts'

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

  it('are only given if no text has all the words, and shorter ones if nothing is found', async () => {
    expect((await responseTo('heron')).suggestions).toEqual([])
    expect((await responseTo('heron', { offset: 10 })).suggestions).toEqual([])
    expect((await responseTo('heron zoning', { match: 'best' })).suggestions).toEqual([])
    expect((await responseTo('heronn otter', { match: 'best' })).suggestions).toEqual([
      'heron otter',
    ])
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
    ['heron zoning', ['Herons', 'Zoning'], 'some'],
    ['heronn zoning', ['Zoning'], 'some'],
    ['heron otters', ['Herons'], 'all'],
    ['heron', ['Herons'], 'all'],
    ['"heron zoning"', [], 'none'],
    ['qqqqq wwwww', [], 'none'],
    ['heron 2099', ['Herons'], 'some'],
  ] as never)('for %j, the best match is %j, with %j of the words', async (q, titles, matched) => {
    const response = await responseTo(q, { match: 'best' })
    const found = response.rows.map(({ title }) => title)
    expect(found.filter((title) => titles.includes(title))).toEqual(titles)
    expect(response.matched).toBe(matched)
  })

  it('are not given to callers that do not show them', async () => {
    expect(await responseTo('zonning', { suggests: false })).toMatchObject({ suggestions: [] })
    expect(await responseTo('zonning', { suggests: true })).toMatchObject({
      suggestions: ['zoning'],
    })
  })

  it('are at most three, and none for a long query', async () => {
    const words = 'heron otter zoning amendment tenancies herisson and'.split(' ')
    expect((await responseTo(words.join(' '))).suggestions.length).toBeLessThanOrEqual(3)
    expect((await responseTo([...words, 'the', 'un'].join(' '))).suggestions).toEqual([])
  })
})
