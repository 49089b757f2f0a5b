import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { dayOf } from './days.ts'
import { type SearchQuery, type SearchRow, searchBounds } from './search.ts'

let store: WriteStore
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
})
afterAll(() => remove())

let towns = 0
async function townOf(texts: readonly SearchText[]): Promise<number> {
  towns += 1
  const municipalityId = await bareTown(store, `town-${towns}`)
  await indexTexts(store, municipalityId, texts)
  return municipalityId
}

const search = (municipalityId: number, options: Partial<SearchQuery> = {}) =>
  foundBy(store, { municipalityId, q: 'weir', ...options })

const slugsOf = (rows: readonly Pick<SearchRow, 'slug'>[]) => rows.map(({ slug }) => slug)
const shown = (rows: readonly SearchRow[]) =>
  rows.map((row) => [row.slug, ...slugsOf(row.others)].join(' '))

describe(`texts of one title and matter, on ${engineUnderTest()}`, () => {
  const one = { title: 'The weir', body: '', groupKey: 77 }
  const texts: SearchText[] = [
    { ...one, slug: 'matter', kind: 'matter', rank: 5, day: 1000 },
    { ...one, slug: 'item', kind: 'agenda_item', rank: 3, day: 1003 },
    { ...one, slug: 'motion', kind: 'motion', rank: 4, day: 1001 },
    { ...one, slug: 'later', kind: 'motion', rank: 4, day: 1002 },
    { title: 'Text', body: 'a weir', slug: 'other', kind: 'motion', day: 1004, groupKey: 78 },
    { title: 'A weir', body: '', slug: 'newer', kind: 'motion', day: 1005, groupKey: 79, rank: 4 },
    { title: 'A weir', body: '', slug: 'older', kind: 'motion', day: 999, groupKey: 80, rank: 4 },
    { title: 'Reports on the weir', body: '', slug: 'heading', rank: 0, day: 1006 },
    { title: 'The weir', body: '', slug: 'unrecorded', rank: 1, day: 1007 },
  ]
  let town: number
  beforeAll(async () => {
    town = await townOf(texts)
  })

  it('are one result, of the best, with the others below it', async () => {
    const rows = await search(town)
    // A result is as new as the newest of its texts.
    expect(shown(rows)).toEqual([
      // Its summary weighs twice as much.
      'matter later motion item',
      'unrecorded',
      'newer',
      'older',
      'other',
      'heading',
    ])
    expect(rows[0]?.others[0]).toMatchObject({
      ...{ kind: 'motion', slug: 'later', meeting_slug: null, date: '1802-09-30' },
    })
    expect(dayOf('1802-09-30')).toBe(1002)
  })

  it('are results of their own if one kind is searched', async () => {
    const rows = await search(town, { kinds: ['motion'] })
    expect(shown(rows)).toEqual([
      'unrecorded',
      'newer',
      'later',
      'motion',
      'older',
      'other',
      'heading',
    ])
  })

  it('have the best that matches first, and only those that match below it', async () => {
    const some = await townOf([
      { ...one, slug: 'matter', kind: 'matter', rank: 4, body: 'a heron' },
      { ...one, slug: 'item', kind: 'agenda_item', rank: 2, body: 'an otter' },
      { ...one, slug: 'motion', kind: 'motion', rank: 3, body: 'an otter and a heron' },
    ])
    expect(shown(await search(some, { q: 'weir otter' }))).toEqual(['motion item'])
    expect(shown(await search(some, { q: 'weir heron' }))).toEqual(['matter motion'])
    expect(shown(await search(some, { q: 'otter heron' }))).toEqual(['motion'])
  })

  it('have at most ten others', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ ...one, slug: String(i), day: 1000 + i }))
    const [row, ...more] = await search(await townOf(many))
    expect(more).toEqual([])
    expect(row?.slug).toBe('29')
    expect(slugsOf(row?.others ?? [])).toEqual(Array.from({ length: 10 }, (_, i) => String(28 - i)))
  })
})

describe(`pages of grouped texts, on ${engineUnderTest()}`, () => {
  // Forty groups of three, of which the oldest texts are far from the newest; and thirty alone.
  const texts: SearchText[] = Array.from({ length: 150 }, (_, index) => ({
    title: index % 7 === 0 ? 'The weir' : 'Text',
    body: 'a weir',
    slug: String(index),
    kind: (['matter', 'motion', 'agenda_item'] as const)[index % 3] ?? 'motion',
    groupKey: 500_000 + (index < 120 ? index % 40 : index),
    day: 1000 + ((index * 37) % 150),
    rank: 1 + (index % 3),
  }))
  let town: number
  beforeAll(async () => {
    town = await townOf(texts)
  })

  it.each([
    [5, 2000],
    [7, 60],
    [1, 10],
    [20, 1],
    [100, 149],
    [3, 150],
  ])(
    'of %i results, %i of them ranked, neither repeat nor skip a text',
    async (perPage, rankedMax) => {
      const bounds = { ...searchBounds, rankedMax }
      const pages: SearchRow[] = []
      for (let offset = 0, more = true; more; offset += perPage) {
        const rows = await search(town, { bounds, limit: perPage + 1, offset })
        more = rows.length > perPage
        pages.push(...rows.slice(0, perPage))
      }
      expect(pages).toEqual(await search(town, { bounds }))
      const all = pages.flatMap((row) => [row.slug, ...slugsOf(row.others)])
      expect(all.toSorted((a, b) => Number(a) - Number(b))).toEqual(texts.map(({ slug }) => slug))
    },
  )

  it('a phrase in quotes that many texts have is not found in another order beside a rare word', async () => {
    const common = ['a', 'b', 'c'].map((slug) => ({ title: 'Text', body: 'the otter pond', slug }))
    const reversed = { title: 'Text', body: 'pond otter gannet', slug: 'reversed' }
    const inOrder = { title: 'Text', body: 'gannet of the otter pond', slug: 'in-order', day: 1 }
    const town = await townOf([...common, reversed, inOrder])
    const bounds = { ...searchBounds, rankedMax: 3 }
    const rows = await search(town, { q: '"otter pond" gannet', match: 'best', bounds })
    expect(slugsOf(rows)).toEqual(['in-order'])
  })
})
