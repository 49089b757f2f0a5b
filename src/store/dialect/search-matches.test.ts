import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { type SearchKind, searchKinds } from '../tables.ts'
import type { SearchEntry, SearchTerm } from './dialect.ts'

interface TextFields {
  title: string
  body: string
  kind?: SearchKind
}

let entryId = 0
async function index(store: WriteStore, municipalityId: number, texts: TextFields[]) {
  const indexed: SearchEntry[] = []
  for (const { title, body, kind = 'motion' } of texts) {
    entryId += 1
    const entry = { kind, entry_id: entryId, slug: `s-${entryId}`, title, body, meeting_id: null }
    const { id } = await store.db
      .insertInto('search_entries')
      .values({ municipality_id: municipalityId, ...entry })
      .returning('id')
      .executeTakeFirstOrThrow()
    indexed.push({ id, kind, title, body })
  }
  await store.dialect.addToSearchIndex(store.db, municipalityId, indexed)
  return indexed
}

// The same on every engine: each project in vitest.config.ts runs it on one.
describe(`matches, on ${engineUnderTest()}`, () => {
  let store: WriteStore
  let remove: () => Promise<void>
  let town: number
  beforeAll(async () => {
    ;({ store, remove } = await freshStore())
    town = await bareTown(store, 'search')
    await index(store, town, texts)
  })
  afterAll(() => remove())

  const search = (
    municipalityId: number,
    terms: SearchTerm[],
    {
      kinds = searchKinds,
      limit = 100,
      offset = 0,
    }: { kinds?: readonly SearchKind[]; limit?: number; offset?: number } = {},
  ) => store.dialect.search(store.db, { municipalityId, terms, kinds, limit, offset })

  const texts: TextFields[] = [
    { title: 'Mill Creek culvert', body: 'The culvert at the creek floods.' },
    { title: 'Creek and mill', body: 'A mill stands by the creek.' },
    { title: 'Accents', body: 'Stéphanie habite à Orléans.' },
    { title: 'Plain', body: 'Stephanie lives in Orleans.' },
    { title: 'Decomposed', body: 'Ste\u0301phanie again.' },
    { title: 'Apostrophes', body: "O'Neil said l'eau." },
    { title: 'Curly', body: 'O’Neil said l’eau.' },
    { title: 'Chinese', body: '市議會 預算' },
    { title: 'Syllabics', body: 'ᐊᓄᕌᖅ ᓄᓇᕗᑦ' },
    { title: 'Words', body: 'NOT this OR that AND those NEAR here' },
    { title: 'Cyrillic', body: 'Городской Совет' },
    { title: 'Number', body: 'Report ACS2026-OCC-CCS-0036 of 2026-155' },
  ]
  const titles = async (...terms: SearchTerm[]) =>
    (await search(town, terms)).map(({ title }) => title).sort()

  it.each<[string, SearchTerm[], string[]]>([
    ['a word', [['culvert']], ['Mill Creek culvert']],
    ['in any case', [['CULVERT']], ['Mill Creek culvert']],
    ['all of its terms', [['mill'], ['floods']], ['Mill Creek culvert']],
    ['nothing if one term is missing', [['mill'], ['heron']], []],
    ['a phrase side by side', [['mill', 'creek']], ['Mill Creek culvert']],
    ['a phrase in its order', [['creek', 'mill']], []],
    ['whole words, not beginnings', [['culv']], []],
    ['accents from accents', [['Stéphanie']], ['Accents', 'Decomposed', 'Plain']],
    ['accents from none', [['stephanie']], ['Accents', 'Decomposed', 'Plain']],
    ['accents from combining marks', [['Ste\u0301phanie']], ['Accents', 'Decomposed', 'Plain']],
    ['a town with or without accents', [['Orléans']], ['Accents', 'Plain']],
    ['a name around its apostrophe', [['O', 'Neil']], ['Apostrophes', 'Curly']],
    ['French around its apostrophe', [['eau']], ['Apostrophes', 'Curly']],
    ['Chinese between blanks', [['市議會']], ['Chinese']],
    ['syllabics', [['ᓄᓇᕗᑦ']], ['Syllabics']],
    ['other alphabets in any case', [['СОВЕТ']], ['Cyrillic']],
    ['numbers with hyphens, as their parts', [['2026', '155']], ['Number']],
    ['a report number', [['ACS2026', 'OCC', 'CCS', '0036']], ['Number']],
    ['NOT as a word', [['NOT']], ['Words']],
    ['OR as a word', [['mill'], ['OR'], ['that']], []],
    ['AND as a word', [['AND'], ['those']], ['Words']],
    ['NEAR as a word', [['NEAR']], ['Words']],
    ['nothing by the name of a column', [['title']], []],
  ])('finds %s', async (_, terms, expected) => {
    expect(await titles(...terms)).toEqual(expected)
  })

  it.each(['"', 'a"b', '*', '(', 'title:x', '^', '-', '+', ';', "'", '\\', '{a b}', 'x*'])(
    'treats %j as text, whatever it means to the engine',
    async (word) => {
      await expect(search(town, [[word]])).resolves.toEqual(expect.any(Array))
      await expect(search(town, [[word], ['mill']])).resolves.toEqual(expect.any(Array))
    },
  )

  it('ranks a word in a title above one in a body, with scores above 0', async () => {
    const results = await search(town, [['mill']])
    expect(results.map(({ title }) => title)).toEqual(['Creek and mill', 'Mill Creek culvert'])
    for (const { score } of results) expect(score).toBeGreaterThan(0)
  })

  it.each([0, 9])('cuts pages by score, with the best text at position %i', async (bestIndex) => {
    const cut = await bareTown(store, `cut-${bestIndex}`)
    const texts2 = Array.from({ length: 10 }, (_, i) => ({
      title: i === bestIndex ? 'Otter' : 'Rivers',
      body: `an otter among ${'many '.repeat(i + 5)} others`,
    }))
    await index(store, cut, texts2)
    const whole = await search(cut, [['otter']])
    const scores = whole.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(whole[0]?.title).toBe('Otter')
    expect(await search(cut, [['otter']], { limit: 3 })).toEqual(whole.slice(0, 3))
    expect(await search(cut, [['otter']], { limit: 3, offset: 3 })).toEqual(whole.slice(3, 6))
  })

  it('gives a word that all texts have a score above 0', async () => {
    const everywhere = await bareTown(store, 'everywhere')
    const same = Array.from({ length: 30 }, (_, i) => ({ title: 'the', body: `the ${i}` }))
    await index(store, everywhere, same)
    const results = await search(everywhere, [['the']])
    expect(results).toHaveLength(30)
    for (const { score } of results) expect(score).toBeGreaterThan(0)
  })

  it('shows an excerpt of the body around the match', async () => {
    const long = await bareTown(store, 'long')
    const body = `${'before '.repeat(300)}heron ${'after '.repeat(300)}`
    await index(store, long, [{ title: 'Long', body }])
    const [row] = await search(long, [['heron']])
    expect(row?.snippet).toMatch(/heron/)
    expect(row?.snippet.length).toBeLessThan(400)
  })

  it('finds only the requested kinds, with comparable scores', async () => {
    const kinds = await bareTown(store, 'kinds')
    await index(
      store,
      kinds,
      searchKinds.map((kind) => ({ title: 'Weir', body: 'weir', kind })),
    )
    const all = await search(kinds, [['weir']])
    expect(all.map(({ kind }) => kind).sort()).toEqual([...searchKinds].sort())
    expect(new Set(all.map(({ score }) => score)).size).toBe(1)
    const two = await search(kinds, [['weir']], { kinds: ['matter', 'motion'] })
    expect(two.map(({ kind }) => kind).sort()).toEqual(['matter', 'motion'])
    expect(two[0]?.score).toBe(all[0]?.score)
    expect(await search(kinds, [['weir']], { kinds: [] })).toEqual([])
  })

  it('pages through equal scores without repeating or omitting a text', async () => {
    const paged = await bareTown(store, 'paged')
    const same = Array.from({ length: 25 }, () => ({ title: 'Pond', body: 'pond' }))
    await index(store, paged, same)
    const slugs: string[] = []
    for (let offset = 0; offset < 35; offset += 7) {
      const rows = await search(paged, [['pond']], { limit: 7, offset })
      slugs.push(...rows.map(({ slug }) => slug))
    }
    expect(slugs).toHaveLength(25)
    expect(new Set(slugs).size).toBe(25)
    const whole = await search(paged, [['pond']])
    expect(whole.map(({ slug }) => slug)).toEqual(slugs)
  })

  it('does not affect texts or scores of another municipality', async () => {
    const before = await search(town, [['culvert']])
    const other = await bareTown(store, 'other')
    const many = Array.from({ length: 50 }, () => ({ title: 'Culvert', body: 'culvert' }))
    await index(store, other, many)
    expect(await search(town, [['culvert']])).toEqual(before)
    expect(await search(other, [['floods']])).toEqual([])
  })

  it('does not find a removed text, and scores as if it had never existed', async () => {
    const texts2 = [
      { title: 'Dam', body: 'dam' },
      { title: 'Dike', body: 'dike dam' },
    ]
    const kept = await bareTown(store, 'kept')
    await index(store, kept, texts2)
    const before = await search(kept, [['dam']])
    const extra = await index(store, kept, [{ title: 'Dam two', body: 'a dam again' }])
    expect(await search(kept, [['dam']])).toHaveLength(3)
    await store.dialect.removeFromSearchIndex(store.db, kept, extra)
    await store.db
      .deleteFrom('search_entries')
      .where(
        'id',
        'in',
        extra.map(({ id }) => id),
      )
      .execute()
    expect(await search(kept, [['dam']])).toEqual(before)
  })

  it('can create the index of a municipality again without effect', async () => {
    const before = await search(town, [['culvert']])
    await store.dialect.createSearchIndex(store.db, town)
    expect(await search(town, [['culvert']])).toEqual(before)
  })
})
