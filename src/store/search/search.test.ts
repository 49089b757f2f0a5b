import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { planOfStatement } from '../../../test/support/database/plan-engines.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import { openReadStore, type WriteStore } from '../open.ts'
import { type SearchKind, searchKinds } from '../tables.ts'
import { searchEngines } from './engines.ts'
import { type SearchQuery, type SearchRow, searchBounds, unrankedScore } from './search.ts'

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, databaseUrl, remove } = await freshStore())
})
afterAll(() => remove())

let towns = 0
/** Creates a municipality with these texts; the slug of each is its index. */
async function townOf(texts: readonly (Omit<SearchText, 'title'> & { title?: string })[]) {
  towns += 1
  const municipalityId = await bareTown(store, `town-${towns}`)
  const rows = texts.map((text, index) => ({ title: 'Text', ...text, slug: String(index) }))
  await indexTexts(store, municipalityId, rows)
  return municipalityId
}

interface SearchOptions {
  q?: string
  kinds?: readonly SearchKind[]
  limit?: number
  offset?: number
  rankedMax?: number
  compared?: number
  match?: SearchQuery['match']
}

const search = (municipalityId: number, { q = 'pond', ...options }: SearchOptions = {}) => {
  const { rankedMax = 2000, compared = 10_000, ...rest } = options
  return foundBy(store, {
    municipalityId,
    q,
    ...rest,
    bounds: { ...searchBounds, rankedMax, compared },
  })
}

const numbersOf = (rows: readonly SearchRow[]) => rows.map(({ slug }) => Number(slug))

describe(`ranked matches, on ${engineUnderTest()}`, () => {
  it('are the newest ones; all others follow, newest first', async () => {
    // Newer texts are inserted first, and the titles with the word are among the oldest.
    const texts = Array.from({ length: 20 }, (_, index) => ({
      title: index % 4 === 3 ? 'Pond' : 'Text',
      body: 'a pond',
      day: 400 - 20 * index,
    }))
    const town = await townOf(texts)
    const inTitle = [3, 7, 11, 15, 19]
    const others = texts.flatMap((_, index) => (inTitle.includes(index) ? [] : [index]))
    expect(numbersOf(await search(town))).toEqual([...inTitle, ...others])
    const paged = await search(town, { match: 'best', rankedMax: 5, limit: 8, offset: 6 })
    const listed = await search(town, { match: 'best', rankedMax: 5 })
    expect(new Set(numbersOf(listed)).size).toBe(20)
    expect(numbersOf(paged)).toEqual(numbersOf(listed).slice(6, 14))
    const bounded = await search(town, { rankedMax: 5 })
    expect(numbersOf(bounded)).toEqual(
      [3, 0, 1, 2, ...texts.keys()].filter((n, i, all) => all.indexOf(n) === i),
    )
    const scores = bounded.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.slice(5)).toEqual(Array(15).fill(unrankedScore))
    expect(scores[4]).toBeGreaterThan(unrankedScore)
  })

  it('are ordered by day, then by the last write; those without a day come last', async () => {
    const town = await townOf(
      [18_413, 80_841, 0, 80_841, 1, 131_071].map((day) => ({ body: 'pond', day })),
    )
    expect(numbersOf(await search(town, { rankedMax: 1 }))).toEqual([5, 3, 1, 0, 4, 2])
    expect(numbersOf(await search(town))).toEqual([5, 3, 1, 0, 4, 2])
  })

  it('of a phrase are among the newest texts that have all of its words', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => ({
      body: index % 4 === 0 ? 'the mill pond' : 'a pond by the mill',
      day: 1000 + index * 10,
    }))
    const town = await townOf(texts)
    const q = '"mill pond"'
    const all = [36, 32, 28, 24, 20, 16, 12, 8, 4, 0]
    expect(numbersOf(await search(town, { q, rankedMax: 2 }))).toEqual(all)
    for (const rankedMax of [2, 40])
      expect(numbersOf(await search(town, { q, compared: 16, rankedMax }))).toEqual([
        36, 32, 28, 24,
      ])
    const second = { q, compared: 16, rankedMax: 2, limit: 2, offset: 2 }
    expect(numbersOf(await search(town, second))).toEqual([28, 24])
    expect(await search(town, { q: 'mill pond', compared: 16 })).toHaveLength(40)
  })

  it('of a phrase have its words adjacent, however long the text', async () => {
    const many = Array.from({ length: 16_376 }, (_, index) => `w${'x'.repeat(index % 50)}`)
    const body = `${many.join(' ')} alpha beta gamma ${'word '.repeat(500)} omega`
    const town = await townOf([{ body, otherWords: 'alpha delta' }])
    for (const q of [
      '"alpha omega"',
      '"beta omega"',
      '"gamma omega"',
      '"word gamma"',
      '"omega delta"',
    ])
      expect(await search(town, { q }), q).toEqual([])
    expect(await search(town, { q: 'omega gamma delta' })).toHaveLength(1)
  })

  it('of a long phrase have its first sixteen words in order, and the others anywhere', async () => {
    const words = Array.from({ length: 20 }, (_, index) => `w${index}x`)
    const town = await townOf([{ body: words.join(' ') }])
    const first = words.slice(0, 16)
    const found = async (inQuotes: readonly string[]) =>
      (await search(town, { q: `"${inQuotes.join(' ')}"` })).length
    expect(await found(words)).toBe(1)
    expect(await found([...first, 'w19x', 'w16x'])).toBe(1)
    expect(await found([...first, 'missing'])).toBe(0)
    expect(await found(first.toReversed())).toBe(0)
    expect(await search(town, { q: `"${first.join(' ')}" "w19x w16x"` })).toHaveLength(1)
  })

  it('are of the requested kinds only', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => ({
      body: 'pond',
      kind: index % 10 === 0 ? ('motion' as const) : ('matter' as const),
      day: 1000 + index,
    }))
    const town = await townOf(texts)
    const rows = await search(town, { kinds: ['motion'], rankedMax: 3 })
    expect(numbersOf(rows)).toEqual([30, 20, 10, 0])
    expect(rows.map(({ score }) => score > unrankedScore)).toEqual([true, true, true, false])
    // The name of a kind is not searchable.
    for (const q of ['motion', 'matter', 'agendaitem'])
      expect(await search(town, { q })).toEqual([])
  })

  it('have titles first; headings last', async () => {
    const town = await townOf([
      { body: 'a mill and ponds', day: 8 },
      { body: 'a mill and a pond', day: 7 },
      { body: 'the mills pond', day: 6 },
      { body: 'the mill pond', day: 5 },
      { title: 'Pond of mills', body: '', day: 4 },
      { title: 'Pond of a mill', body: '', day: 3 },
      { title: 'The mill pond', body: '', day: 2 },
      { title: 'The mill pond', body: '', day: 9, rank: 0 },
    ])
    const rows = await search(town, { q: 'mill pond' })
    expect(numbersOf(rows)).toEqual([4, 5, 6, 0, 1, 2, 3, 7])
    // Each word is in all 8 records: ln 2 · f / (1 + f), with f 4 in a title, 1 in a text.
    const [inTitle, inText] = [2 * Math.LN2 * (4 / 5), 2 * Math.LN2 * (1 / 2)]
    const heading = inTitle * 0.05
    const expected = [...Array(3).fill(inTitle), ...Array(4).fill(inText), heading]
    expect(rows.map(({ score }) => score)).toEqual(
      expected.map((score) => Math.round(score * 1000) / 1000),
    )
  })
})

// PostgreSQL's index has no order.
if (engineUnderTest() === 'sqlite')
  it('a search reads the index in order, and does not sort there', async () => {
    const municipalityId = await townOf([{ body: 'pond' }])
    const statements: string[] = []
    const reading = openReadStore(databaseUrl, (text) => statements.push(text))
    await foundBy(reading, { municipalityId, q: 'pond' })
    await reading.close()
    const found = statements.filter((text) => text.includes('search_index'))
    expect(found.length).toBeGreaterThan(0)
    for (const text of found) {
      const { steps, sorts } = await planOfStatement(store, text)
      // FTS5 calls an index 64 that it reads by row id, ascending.
      expect(steps.join('\n')).toMatch(/^SCAN search_index VIRTUAL TABLE INDEX 64:/m)
      expect(sorts).toEqual([])
    }
  })

describe(`pages, on ${engineUnderTest()}`, () => {
  const length = 90
  const dayOf = (index: number) => (index % 11 === 0 ? 0 : 1000 + (index % 30) * (index % 7) * 97)
  let town: number
  beforeAll(async () => {
    town = await townOf(
      Array.from({ length }, (_, index) => ({
        title: index % 5 === 0 ? 'Pond' : 'Text',
        body: `${'pond '.repeat(1 + (index % 4))} ${index % 3 === 0 ? 'lake' : ''}`,
        kind: searchKinds[index % searchKinds.length] ?? 'motion',
        // Some share a date, some have none, and the others are years apart.
        day: dayOf(index),
        // Some are one result with others, some of which are far older.
        groupKey: 1_000_000 + (index % 4 === 0 ? index % 16 : index),
        rank: index % 5,
      })),
    )
  })

  it('together contain every text once, in the same order for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: length + 5 }),
        fc.integer({ min: 1, max: length + 5 }),
        fc.constantFrom('pond', 'pond lake', '"pond lake"'),
        fc.subarray([...searchKinds], { minLength: 1 }),
        async (perPage, rankedMax, q, kinds) => {
          const options = { q, kinds, rankedMax }
          const whole = await search(town, options)
          const pages: SearchRow[] = []
          for (let offset = 0, more = true; more; offset += perPage) {
            const rows = await search(town, { ...options, limit: perPage + 1, offset })
            more = rows.length > perPage
            pages.push(...rows.slice(0, perPage))
          }
          expect(pages).toEqual(whole)
          const shown = whole.flatMap((row) => [row.slug, ...row.others.map(({ slug }) => slug)])
          expect(new Set(shown).size).toBe(shown.length)
          const expected = await search(town, { q, kinds, rankedMax: 1 })
          expect(shown.sort()).toEqual(expected.map(({ slug }) => slug).sort())
          const scores = whole.map(({ score }) => score)
          expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are counted without their texts if there are more than the rows to read', async () => {
    const query = { municipalityId: town, q: 'lake', match: 'best', kinds: searchKinds } as const
    const whole = await store.search({ ...query, limit: length, offset: 0 })
    expect(whole.rowCount).toBe(whole.rows.length)
    const rowsMax = whole.rowCount - 1
    const found = await store.search({ ...query, limit: length, offset: 0, rowsMax })
    expect(found).toEqual({ ...whole, rows: [] })
  })

  it('have the same order on every engine if not ranked', async () => {
    const newest = numbersOf(await search(town, { q: 'lake', rankedMax: 1 }))
    const dated = Array.from({ length }, (_, index) => index).filter((index) => index % 3 === 0)
    const expected = dated.sort((a, b) => dayOf(b) - dayOf(a) || b - a)
    expect(newest).toEqual(expected)
  })
})

it('a text keeps its order in search when its meeting is moved, and can then be removed', async () => {
  const municipalityId = await bareTown(store, 'moved')
  const { id: meetingId } = await store.db
    .insertInto('meetings')
    .values({
      ...{ municipality_id: municipalityId, source: 's', key: 'k', slug: 'k', ocd_id: 'k' },
      ...{ content_hash: '', created_at: '', updated_at: '', title: 'Meeting' },
      ...{ date: '2020-01-01', status: 'completed', scheduled_at: '' },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first] = await indexTexts(store, municipalityId, [
    { title: 'First', body: 'pond', day: 1000, meetingId },
    { title: 'Second', body: 'pond', day: 1001 },
  ])
  await store.db
    .updateTable('meetings')
    .set({ date: '2023-01-01' })
    .where('id', '=', meetingId)
    .execute()
  const rows = await search(municipalityId)
  expect(rows.map(({ title, meeting_date }) => [title, meeting_date])).toEqual([
    ['Second', null],
    ['First', '2023-01-01'],
  ])
  await searchEngines[store.dialect.name].remove(store.db, first === undefined ? [] : [first])
  expect((await search(municipalityId)).map(({ title }) => title)).toEqual(['Second'])
})
