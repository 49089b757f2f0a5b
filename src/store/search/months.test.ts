import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { openReadStore, type ReadStore, type WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import { dayOf } from './days.ts'
import { searchEngines } from './engines.ts'
import { type SearchQuery, searchBounds, searchOn } from './search.ts'

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, databaseUrl, remove } = await freshStore())
})
afterAll(() => remove())

let towns = 0
async function townOf(
  texts: readonly (Pick<SearchText, 'body'> & { date?: string; groupKey?: number })[],
) {
  towns += 1
  const municipalityId = await bareTown(store, `months-${towns}`)
  const dated = texts.map(({ date, ...text }) => ({
    title: 'Text',
    day: date ? dayOf(date) : 0,
    ...text,
  }))
  await indexTexts(store, municipalityId, dated)
  return municipalityId
}

const months = async (
  query: Pick<SearchQuery, 'municipalityId' | 'q'> & Partial<SearchQuery>,
  { db, dialect } = store as Pick<ReadStore, 'db' | 'dialect'>,
) => {
  const all = {
    match: 'best' as const,
    kinds: searchKinds,
    limit: 1,
    offset: 0,
    countsMonths: true,
  }
  return (await searchOn(db, searchEngines[dialect.name])({ ...all, ...query })).months
}

describe(`the months of results, on ${engineUnderTest()}`, () => {
  it('count each record once in a month and once in a year, whatever page is shown', async () => {
    const municipalityId = await townOf([
      { body: 'a weir', date: '2023-12-31', groupKey: 1 },
      { body: 'a weir', date: '2024-01-01', groupKey: 1 },
      { body: 'a weir again', date: '2024-01-31', groupKey: 1 },
      { body: 'a weir', date: '2024-02-29', groupKey: 1 },
      { body: 'the weir', date: '2024-01-15', groupKey: 2 },
      { body: 'a weir without a date', groupKey: 3 },
      { body: 'a pond', date: '2024-01-15', groupKey: 4 },
    ])
    const counted = {
      months: [
        { period: '2023-12', records: 1 },
        { period: '2024-01', records: 2 },
        { period: '2024-02', records: 1 },
      ],
      years: [
        { period: '2023', records: 1 },
        { period: '2024', records: 2 },
      ],
      undated: 1,
      isCut: false,
    }
    expect(await months({ municipalityId, q: 'weir' })).toEqual(counted)
    expect(await months({ municipalityId, q: 'weir', offset: 40 })).toEqual(counted)
    expect(
      await months({ municipalityId, q: 'weir', from: '2024-02-01', to: '2024-02-29' }),
    ).toEqual(counted)
    expect(await months({ municipalityId, q: 'heron' })).toEqual({
      months: [],
      years: [],
      undated: 0,
      isCut: false,
    })
  })

  it('count every text if one kind is searched, as its results are texts', async () => {
    const texts = [5, 5].map((groupKey) => ({ body: 'a weir', date: '2024-01-01', groupKey }))
    const municipalityId = await townOf(texts)
    const counted = await months({ municipalityId, q: 'weir', kinds: ['motion'] })
    expect(counted?.months).toEqual([{ period: '2024-01', records: 2 }])
  })

  it.each(['weir', '"a weir"'])(
    'are those of the newest texts if more match, and say so: %s',
    async (q) => {
      const dates = ['2024-03-01', '2024-02-01', '2024-01-01']
      const municipalityId = await townOf(dates.map((date) => ({ body: 'a weir', date })))
      const cut = (max: number) =>
        months({ municipalityId, q, bounds: { ...searchBounds, countedMax: max, compared: max } })
      expect(await cut(2)).toMatchObject({
        months: [{ period: '2024-02' }, { period: '2024-03' }],
        isCut: true,
      })
      expect(await cut(4)).toMatchObject({ isCut: false })
    },
  )

  it('take one statement', async () => {
    const municipalityId = await townOf([{ body: 'a weir', date: '2024-01-01' }])
    const statements: string[] = []
    const reading = openReadStore(databaseUrl, (text) => statements.push(text))
    await months({ municipalityId, q: 'weir', countsMonths: false }, reading)
    const without = statements.splice(0).length
    await months({ municipalityId, q: 'weir' }, reading)
    expect(statements).toHaveLength(without + 1)
    await reading.close()
  })
})
