import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { planOfStatement } from '../../../test/support/database/plan-engines.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { openReadStore, type WriteStore } from '../open.ts'
import { type SearchKind, searchKinds } from '../tables.ts'
import type { SearchEntry, SearchRow } from './dialect.ts'
import { searchBounds, unrankedScore } from './search-bounds.ts'

const now = '2026-01-01T00:00:00.000Z'

interface TextFields {
  title?: string
  body: string
  kind?: SearchKind
  /** Date of the meeting; none if absent. */
  date?: string
}

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, databaseUrl, remove } = await freshStore())
})
afterAll(() => remove())

let towns = 0
let entries = 0
/** Creates a municipality with these texts; the slug of each is its index. */
async function townOf(texts: readonly TextFields[]): Promise<number> {
  towns += 1
  const municipalityId = await bareTown(store, `town-${towns}`)
  const meetings = await meetingsOf(municipalityId, texts)
  const indexed: SearchEntry[] = []
  for (const [index, { title = 'Text', body, kind = 'agenda_item', date }] of texts.entries()) {
    entries += 1
    const { id } = await store.db
      .insertInto('search_entries')
      .values({
        ...{ municipality_id: municipalityId, kind, title, body },
        ...{ entry_id: entries, slug: String(index) },
        meeting_id: date === undefined ? null : (meetings.get(date) ?? null),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    indexed.push({ id, kind, title, body })
  }
  await store.dialect.addToSearchIndex(store.db, municipalityId, indexed)
  return municipalityId
}

async function meetingsOf(municipalityId: number, texts: readonly TextFields[]) {
  const meetings = new Map<string, number>()
  for (const date of new Set(texts.flatMap((text) => text.date ?? []))) {
    const key = `${municipalityId}-${date}`
    const meeting = {
      ...{ municipality_id: municipalityId, source: 's', key, slug: key, ocd_id: key },
      ...{ content_hash: '', created_at: now, updated_at: now, title: 'Meeting', date },
      ...{ status: 'completed', has_agenda: 0, has_minutes: 0, has_transcript: 0 },
    }
    const { id } = await store.db
      .insertInto('meetings')
      .values(meeting as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    meetings.set(date, id)
  }
  return meetings
}

interface SearchOptions {
  word?: string
  kinds?: readonly SearchKind[]
  limit?: number
  offset?: number
  rankedMax?: number
  scoredMax?: number
  compared?: number
}

const search = (municipalityId: number, options: SearchOptions) => {
  const { word = 'pond', kinds = searchKinds, limit = 1000, offset = 0 } = options
  const { rankedMax, scoredMax, compared } = { ...searchBounds, ...options }
  const bounds = { rankedMax, scoredMax, compared }
  const terms = word.split(' ').map((one) => one.split('_'))
  return store.dialect.search(store.db, { municipalityId, terms, kinds, limit, offset, bounds })
}

const numbersOf = (rows: readonly SearchRow[]) => rows.map(({ slug }) => Number(slug))

const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)

describe(`ranked matches, on ${engineUnderTest()}`, () => {
  it('are the newest ones; all others follow, newest first', async () => {
    // The oldest text has the word most often, and the dates are in reverse order of insertion.
    const texts = Array.from({ length: 20 }, (_, index) => ({
      body: `${'pond '.repeat(1 + index)} ${'other '.repeat(20 - index)}`,
      date: day(400 - 20 * index),
    }))
    const town = await townOf(texts)
    const all = await search(town, { rankedMax: 20 })
    expect(numbersOf(all)).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
    const bounded = await search(town, { rankedMax: 5 })
    expect(numbersOf(bounded)).toEqual([
      ...[4, 3, 2, 1, 0],
      ...Array.from({ length: 15 }, (_, index) => index + 5),
    ])
    const scores = bounded.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores.slice(5)).toEqual(Array(15).fill(unrankedScore))
    expect(scores[4]).toBeGreaterThan(unrankedScore)
  })

  it('are ordered by the date of the meeting, then by the last write', async () => {
    const dates = ['1850-06-01', '2021-05-05', undefined, '2021-05-05', '1750-01-01', '9999-12-31']
    const town = await townOf(dates.map((date) => ({ body: 'pond', ...(date && { date }) })))
    expect(numbersOf(await search(town, { rankedMax: 1 }))).toEqual([5, 3, 1, 0, 4, 2])
    expect(numbersOf(await search(town, {}))).toEqual([5, 3, 1, 0, 4, 2])
  })

  it('of a phrase are among the newest texts that have all of its words', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => ({
      body: index % 4 === 0 ? 'the mill pond' : 'a pond by the mill',
      date: day(index * 10),
    }))
    const town = await townOf(texts)
    const phrase = { word: 'mill_pond' }
    const all = [36, 32, 28, 24, 20, 16, 12, 8, 4, 0]
    // SQLite does not limit a phrase whose words are in few texts.
    const common = { ...phrase, scoredMax: 1 }
    expect(numbersOf(await search(town, { ...common, rankedMax: 2 }))).toEqual(all)
    const bounded = { ...common, compared: 16 }
    for (const rankedMax of [2, 40])
      expect(numbersOf(await search(town, { ...bounded, rankedMax }))).toEqual([36, 32, 28, 24])
    const second = await search(town, { ...bounded, rankedMax: 2, limit: 2, offset: 2 })
    expect(numbersOf(second)).toEqual([28, 24])
    expect(await search(town, { word: 'mill pond', compared: 16 })).toHaveLength(40)
  })

  it('of a phrase have its words adjacent, however long the text', async () => {
    const many = Array.from({ length: 16_376 }, (_, index) => `w${index}`).join(' ')
    const body = `${many} alpha beta gamma ${'word '.repeat(500)} omega`
    const town = await townOf([{ body }])
    for (const word of ['alpha_omega', 'beta_omega', 'gamma_omega', 'word_gamma'])
      expect(await search(town, { word }), word).toEqual([])
    expect(await search(town, { word: 'omega gamma' })).toHaveLength(1)
  })

  it('are of the requested kinds only', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => ({
      body: 'pond',
      kind: index % 10 === 0 ? ('motion' as const) : ('matter' as const),
      date: day(index),
    }))
    const town = await townOf(texts)
    const rows = await search(town, { kinds: ['motion'], rankedMax: 3 })
    expect(numbersOf(rows)).toEqual([30, 20, 10, 0])
    expect(rows.map(({ score }) => score > unrankedScore)).toEqual([true, true, true, false])
    // The name of a kind is not searchable.
    for (const word of ['motion', 'matter', 'agendaitem'])
      expect(await search(town, { word })).toEqual([])
  })

  it('have titles with the words first if the words are common', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => ({
      title: index % 7 === 0 ? 'The pond' : 'Text',
      body: index === 15 ? 'pond pond pond' : 'a pond and other words',
      date: day(index),
    }))
    const town = await townOf(texts)
    for (const scoredMax of [1, 30, 31]) {
      const [first, second, ...rest] = numbersOf(await search(town, { rankedMax: 12, scoredMax }))
      expect([first, second], String(scoredMax)).toEqual([28, 21])
      expect(rest).toHaveLength(28)
    }
  })
})

// PostgreSQL's index has no order.
if (engineUnderTest() === 'sqlite')
  it('a search for common words reads the index in order, without sorting', async () => {
    const municipalityId = await townOf([{ body: 'pond' }])
    const statements: string[] = []
    const reading = openReadStore(databaseUrl, (text) => statements.push(text))
    const bounds = { ...searchBounds, scoredMax: 1 }
    const page = { terms: [['pond']], kinds: searchKinds, limit: 21, offset: 0, bounds }
    await store.dialect.search(reading.db, { municipalityId, ...page })
    await reading.close()
    const { steps, sorts } = await planOfStatement(store, statements.at(-1) ?? '')
    expect(steps).toContain('MERGE (UNION ALL)')
    expect(sorts).toEqual([])
  })

describe(`pages, on ${engineUnderTest()}`, () => {
  const length = 90
  let town: number
  beforeAll(async () => {
    town = await townOf(
      Array.from({ length }, (_, index) => ({
        title: index % 5 === 0 ? 'Pond' : 'Text',
        body: `${'pond '.repeat(1 + (index % 4))} ${index % 3 === 0 ? 'lake' : ''}`,
        kind: searchKinds[index % searchKinds.length] ?? 'motion',
        // Some share a date, some have none, and the others are years apart.
        ...(index % 11 === 0 ? {} : { date: day((index % 30) * (index % 7) * 97) }),
      })),
    )
  })

  it('together contain every text once, in the same order for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: length + 5 }),
        fc.integer({ min: 1, max: length + 5 }),
        fc.integer({ min: 1, max: 2 * length }),
        fc.constantFrom('pond', 'pond lake'),
        fc.subarray([...searchKinds], { minLength: 1 }),
        async (perPage, rankedMax, scoredMax, word, kinds) => {
          const options = { word, kinds, rankedMax, scoredMax }
          const whole = await search(town, options)
          const pages: SearchRow[] = []
          for (let offset = 0, more = true; more; offset += perPage) {
            const rows = await search(town, { ...options, limit: perPage + 1, offset })
            more = rows.length > perPage
            pages.push(...rows.slice(0, perPage))
          }
          expect(pages).toEqual(whole)
          const expected = await search(town, { word, kinds })
          expect(numbersOf(whole).sort()).toEqual(numbersOf(expected).sort())
          expect(new Set(numbersOf(whole)).size).toBe(whole.length)
          const scores = whole.map(({ score }) => score)
          expect(scores).toEqual([...scores].sort((a, b) => b - a))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('have the same order on every engine if not ranked', async () => {
    const newest = numbersOf(await search(town, { word: 'lake', rankedMax: 1 }))
    const dated = Array.from({ length }, (_, index) => index)
      .filter((index) => index % 3 === 0)
      .map((index) => ({ index, date: index % 11 === 0 ? -1 : (index % 30) * (index % 7) * 97 }))
    const expected = dated.sort((a, b) => b.date - a.date || b.index - a.index)
    expect(newest).toEqual(expected.map(({ index }) => index))
  })
})

it('a text keeps its order in search when its meeting is moved, and can then be removed', async () => {
  const texts = [
    { body: 'pond', date: day(1) },
    { body: 'pond', date: day(2) },
  ]
  const town = await townOf(texts)
  await store.db
    .updateTable('meetings')
    .set({ date: day(900) })
    .where('municipality_id', '=', town)
    .where('date', '=', day(1))
    .execute()
  const rows = await search(town, {})
  expect(rows.map(({ slug, meeting_date }) => [slug, meeting_date])).toEqual([
    ['1', day(2)],
    ['0', day(900)],
  ])
  const entries = await store.db
    .selectFrom('search_entries')
    .select(['id'])
    .where('municipality_id', '=', town)
    .where('slug', '=', '0')
    .execute()
  await store.dialect.removeFromSearchIndex(store.db, town, entries)
  expect(numbersOf(await search(town, {}))).toEqual([1])
})
