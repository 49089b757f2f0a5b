import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import { dateOf } from './days.ts'
import { mark } from './engine.ts'
import { searchEngines } from './engines.ts'
import { type SearchQuery, searchBounds, searchOn } from './search.ts'

// Texts of 30 years: more buckets than are read one by one.
const [firstDay, days, textsOfTown] = [70_000, 11_000, 120]

describe(`a search of all municipalities, on ${engineUnderTest()}`, () => {
  let store: WriteStore
  let remove: () => Promise<void>
  const towns: number[] = []
  const regions = ['on', 'on', 'nb', 'ny']

  beforeAll(async () => {
    ;({ store, remove } = await freshStore())
    for (const [town, region] of regions.entries()) {
      const id = await bareTown(store, `town-${town}`)
      towns.push(id)
      await indexTexts(store, id, textsOf(town, region))
    }
  })
  afterAll(() => remove())

  const textsOf = (town: number, region: string): SearchText[] =>
    Array.from({ length: textsOfTown }, (_, index) => ({
      title: `Text ${index} of ${town}`,
      body: bodyOf(index, town),
      kind: searchKinds[index % searchKinds.length] ?? 'motion',
      // No two texts have the same day, but for those without one.
      day: index % 30 === 29 ? 0 : firstDay + ((index * 7919 + town * 13) % days),
      marks: mark.region(region),
    }))

  const bodyOf = (index: number, town: number) =>
    [
      index % 2 === 0 ? 'weir heron' : 'heron by the weir',
      ...(index % 40 === town ? ['encampment'] : []),
      ...(index % 3 === 0 ? ['otter'] : []),
    ].join(' ')

  type Query = Partial<SearchQuery> & { q: string }
  const all = (query: Query) =>
    foundBy(store, { municipalityId: null, sort: 'date', match: 'all', ...query })

  /** What the searches of each municipality find together, newest first. */
  async function merged(query: Query, of = towns) {
    const each = await Promise.all(
      of.map((municipalityId) =>
        foundBy(store, { sort: 'date', match: 'all', ...query, municipalityId }),
      ),
    )
    return each.flat()
  }
  type Rows = Awaited<ReturnType<typeof all>>
  const titles = (rows: Rows) => rows.map(({ title }) => title).sort()
  const isNewestFirst = (rows: Rows) =>
    rows.every(({ date }, at) => at === 0 || (date ?? '') <= (rows[at - 1]?.date ?? '9'))

  it.each<Query>([
    { q: 'heron' },
    { q: 'encampment' },
    { q: 'encampment otter' },
    { q: '"weir heron"' },
    { q: '"heron weir"' },
    { q: 'heron', kinds: ['motion'] },
    { q: 'otter encampment', match: 'any' },
    { q: 'heron', from: dateOf(firstDay + 5000) ?? '', to: dateOf(firstDay + 5200) ?? '' },
    { q: 'encampment', from: dateOf(firstDay + 100) ?? '' },
    { q: 'heron', to: dateOf(firstDay + 300) ?? '' },
  ])('finds what each of them finds, newest first: %j', async (query) => {
    const found = await all(query)
    expect(titles(found)).toEqual(titles(await merged(query)))
    expect(found.length > 0).toBe(query.q !== '"heron weir"')
    // With any word, those with all words come first.
    expect(isNewestFirst(found) || query.match === 'any').toBe(true)
  })

  it('is of a region, or of some of them', async () => {
    const ontario = await all({ q: 'heron', region: 'on' })
    expect(titles(ontario)).toEqual(titles(await merged({ q: 'heron' }, towns.slice(0, 2))))
    const some = [towns[1] ?? 0, towns[3] ?? 0]
    const found = await all({ q: 'encampment', municipalityIds: some })
    expect(titles(found)).toEqual(titles(await merged({ q: 'encampment' }, some)))
    expect(await all({ q: 'heron', region: 'qc' })).toEqual([])
  })

  it('ranks the newest of common words, and has all others after them', async () => {
    const bounds = { ...searchBounds, rankedMax: 20, recent: 60 }
    const [first, whole] = [await all({ q: 'heron', bounds, limit: 30 }), await all({ q: 'heron' })]
    expect(first.map(({ slug }) => slug)).toEqual(whole.slice(0, 30).map(({ slug }) => slug))
    const next = await all({ q: 'heron', bounds, limit: 30, offset: 30 })
    expect(next.map(({ slug }) => slug)).toEqual(whole.slice(30, 60).map(({ slug }) => slug))
  })

  it('finds the same wherever the newest documents end', async () => {
    const from = dateOf(firstDay) ?? ''
    const to = dateOf(firstDay + 6000) ?? ''
    const bounds = { ...searchBounds, rankedMax: 25 }
    for (const q of ['heron', 'otter', 'encampment', 'otter encampment'])
      for (const dates of [{}, { from, to }]) {
        const whole = await all({ q, ...dates, bounds })
        for (const recent of [1, 30, 64, 200])
          expect(await all({ q, ...dates, bounds: { ...bounds, recent } })).toEqual(whole)
        expect(whole.length).toBeGreaterThan(0)
      }
  })

  it('counts the records of each municipality, most first', async () => {
    const search = searchOn(store.db, searchEngines[store.dialect.name])
    const query = {
      municipalityId: null,
      q: 'encampment',
      match: 'all',
      kinds: searchKinds,
    } as const
    const counted = await search({ ...query, limit: 5, offset: 0, countsCouncils: true })
    const own = await Promise.all(towns.map((id) => merged({ q: 'encampment' }, [id])))
    const expected = towns.map((id, at) => ({ id, records: own[at]?.length ?? 0 }))
    expect(counted.councils?.councils.toSorted((one, other) => one.id - other.id)).toEqual(expected)
    expect(counted.councils?.isCut).toBe(false)
    const bounds = { ...searchBounds, councilsMax: 5 }
    const cut = await search({ ...query, limit: 5, offset: 0, countsCouncils: true, bounds })
    expect(cut.councils?.isCut).toBe(true)
  })
})
