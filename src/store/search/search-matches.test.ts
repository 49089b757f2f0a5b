import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts, type SearchText } from '../../../test/support/database/search.ts'
import { bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import { searchEngines } from './engines.ts'
import type { SearchQuery } from './search.ts'

// The same on every engine: each project in vitest.config.ts runs it on one.
describe(`matches, on ${engineUnderTest()}`, () => {
  let store: WriteStore
  let remove: () => Promise<void>
  let town: number
  beforeAll(async () => {
    ;({ store, remove } = await freshStore())
    town = await townOf('search', texts)
  })
  afterAll(() => remove())

  async function townOf(name: string, own: readonly SearchText[]): Promise<number> {
    const id = await bareTown(store, name)
    await indexTexts(store, id, own)
    return id
  }

  const search = (municipalityId: number, q: string, options: Partial<SearchQuery> = {}) =>
    foundBy(store, { municipalityId, q, ...options })

  const texts: SearchText[] = [
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
    { title: 'Joined', body: 'A zoning bylaw of the coop' },
    { title: 'Hyphens', body: 'A zoning by-law of the co-op' },
    { title: 'Blanks', body: 'A zoning by law of the co op' },
    { title: 'Possessive', body: "The mayor's bus" },
    { title: 'Plural', body: 'The mayors and buses' },
    { title: 'Ligature', body: 'Une œuvre dans la ville' },
    { title: 'French', body: 'Les logements et les oeuvres de la ville' },
    { title: 'Other words', body: 'Nothing', otherWords: "Rosa D'Angelo\nAppendix K" },
  ]
  const titles = async (q: string) => (await search(town, q)).map(({ title }) => title).sort()

  it.each<[string, string, string[]]>([
    ['a word', 'culvert', ['Mill Creek culvert']],
    ['in any case', 'CULVERT', ['Mill Creek culvert']],
    ['all of its terms', 'mill floods', ['Mill Creek culvert']],
    ['nothing if one term is missing', 'mill heron', []],
    ['a phrase side by side', '"mill creek"', ['Mill Creek culvert']],
    ['a phrase in its order', '"creek mill"', []],
    ['a phrase within title or text only', '"culvert the"', []],
    ['whole words, not beginnings', 'culv', []],
    ['singular and plural', 'culverts', ['Mill Creek culvert']],
    ['an irregular plural', 'bus', ['Plural', 'Possessive']],
    ['a possessive', "mayor's", ['Plural', 'Possessive']],
    ['accents from accents', 'Stéphanie', ['Accents', 'Decomposed', 'Plain']],
    ['accents from none', 'stephanie', ['Accents', 'Decomposed', 'Plain']],
    ['accents from combining marks', 'Ste\u0301phanie', ['Accents', 'Decomposed', 'Plain']],
    ['a town with or without accents', 'Orléans', ['Accents', 'Plain']],
    ['ligatures', 'oeuvre', ['French', 'Ligature']],
    ['letters from ligatures', 'œuvres', ['French', 'Ligature']],
    ['French plurals', 'logement', ['French']],
    ['no word of another language with the same stem', 'logment', []],
    ['a name around its apostrophe', "O'Neil", ['Apostrophes', 'Curly']],
    ['a name without its apostrophe', 'oneil', ['Apostrophes', 'Curly']],
    ['French around its apostrophe', 'eau', ['Apostrophes', 'Curly']],
    ['French with its apostrophe', "d'eau", ['Apostrophes', 'Curly']],
    ['Chinese between blanks', '市議會', ['Chinese']],
    ['syllabics', 'ᓄᓇᕗᑦ', ['Syllabics']],
    ['other alphabets in any case', 'СОВЕТ', ['Cyrillic']],
    ['numbers with hyphens, as their parts', '"2026 155"', ['Number']],
    ['numbers with zeros before them', '2026-0155', ['Number']],
    ['numbers written together', '2026155', ['Number']],
    ['no part of a number', '15', []],
    ['a report number', 'ACS2026-OCC-CCS-0036', ['Number']],
    ['a report number without zeros', 'acs2026-occ-ccs-36', ['Number']],
    ['every spelling of bylaw', 'bylaw', ['Blanks', 'Hyphens', 'Joined']],
    ['every spelling of by-law', 'by-laws', ['Blanks', 'Hyphens', 'Joined']],
    ['every spelling of by law', 'zoning by law', ['Blanks', 'Hyphens', 'Joined']],
    ['a phrase with by law', '"zoning by law"', ['Blanks', 'Hyphens', 'Joined']],
    ['a joined spelling of hyphens', 'coop', ['Hyphens', 'Joined']],
    ['a spelling with hyphens', 'co-op', ['Blanks', 'Hyphens', 'Joined']],
    ['what also finds a text', 'angelo appendix', ['Other words']],
    ['no phrase of what also finds a text', '"rosa angelo"', []],
    ['NOT as a word', 'NOT', ['Words']],
    ['OR as a word', 'mill "OR"', []],
    [
      'what a question is about',
      'what did they do about the mill creek culvert',
      ['Mill Creek culvert'],
    ],
    ['words without articles', 'a Mill Creek culvert', ['Mill Creek culvert']],
    ['articles in quotes', '"a" Mill Creek culvert', []],
    ['articles alone', 'les', ['French']],
    ['AND as a word', 'AND those', ['Words']],
    ['NEAR as a word', 'NEAR', ['Words']],
    ['nothing by the name of a column', 'title', []],
    ['nothing by the name of a kind', 'motion', []],
    ['nothing by a mark', '@1 #motion', []],
  ])('finds %s', async (_, q, expected) => {
    expect(await titles(q)).toEqual(expected)
  })

  it.each(['"', 'a"b', '*', '(', 'title:x', '^', '-', '+', ';', "'", '\\', '{a b}', 'x*'])(
    'treats %j as text, whatever it means to the engine',
    async (word) => {
      await expect(search(town, word)).resolves.toEqual(expect.any(Array))
      await expect(search(town, `${word} mill`)).resolves.toEqual(expect.any(Array))
    },
  )

  it('finds texts with any of the words, those with all in the title first', async () => {
    const any = async (q: string) =>
      (await search(town, q, { match: 'any' })).map(({ title }) => title)
    expect(await any('heron otter')).toEqual([])
    expect((await any('heron floods')).sort()).toEqual(['Mill Creek culvert'])
    const mixed = await townOf('any', [
      { title: 'Text', body: 'a heron and an otter' },
      { title: 'Heron', body: 'alone' },
      { title: 'Text', body: 'an otter' },
      { title: 'Heron and otter', body: '' },
      { title: 'Text', body: 'a pond' },
    ])
    const rows = await search(mixed, 'heron otter', { match: 'any' })
    expect(rows.map(({ title, snippet }) => snippet || title)).toEqual([
      'Heron and otter',
      'a heron and an otter',
      'Heron',
      'an otter',
    ])
  })

  it('ranks texts with any of the words by how rare these are, and by their title', async () => {
    const some = await townOf('some', [
      { title: 'Otter', body: 'a heron' },
      { title: 'Text', body: 'an otter, a heron and a pond' },
      { title: 'Pond', body: '' },
      { title: 'Text', body: 'a heron' },
    ])
    const found = await search(some, 'pond otter heron', { match: 'any' })
    expect(found.map(({ title, snippet }) => snippet || title)).toEqual([
      'an otter, a heron and a pond',
      'a heron',
      'Pond',
      'a heron',
    ])
    expect(found[1]?.title).toBe('Otter')
  })

  it('ranks texts with any of more than eight words by the eight longest', async () => {
    const words = 'pond otter heron creek mill lake ditch park road'.split(' ')
    const many = await townOf('many', [
      { title: 'All', body: words.join(' '), day: 1 },
      { title: 'Eight', body: words.slice(1).join(' '), day: 2 },
      { title: 'One', body: 'a pond', day: 3 },
    ])
    const found = async (q: readonly string[]) =>
      (await search(many, q.join(' '), { match: 'any' })).map(({ title }) => title)
    expect(await found(words)).toEqual(['All', 'Eight', 'One'])
    expect(await found(words.slice(1))).toEqual(['Eight', 'All'])
  })

  it('shows an excerpt of the body around the match', async () => {
    const body = `${'before '.repeat(300)}heron ${'after '.repeat(300)}`
    const long = await townOf('long', [{ title: 'Long', body }])
    const [row] = await search(long, 'herons')
    expect(row?.snippet).toMatch(/heron/)
    expect(row?.snippet.length).toBeLessThan(400)
  })

  it('finds only the requested kinds, with comparable scores', async () => {
    const kinds = await townOf(
      'kinds',
      searchKinds.map((kind) => ({ title: 'Weir', body: 'weir', kind })),
    )
    const all = await search(kinds, 'weir')
    expect(all.map(({ kind }) => kind).sort()).toEqual([...searchKinds].sort())
    expect(new Set(all.map(({ score }) => score)).size).toBe(1)
    const two = await search(kinds, 'weir', { kinds: ['matter', 'motion'] })
    expect(two.map(({ kind }) => kind).sort()).toEqual(['matter', 'motion'])
    expect(two[0]?.score).toBe(all[0]?.score)
    expect(await search(kinds, 'weir', { kinds: [] })).toEqual([])
    for (const q of ['item', 'agenda', 'agenda_item', 'agendaitem', 'section', 'statement'])
      expect(await search(kinds, q), q).toEqual([])
  })

  it('pages through equal scores without repeating or omitting a text', async () => {
    const same = Array.from({ length: 25 }, () => ({ title: 'Pond', body: 'pond' }))
    const paged = await townOf('paged', same)
    const slugs: string[] = []
    for (let offset = 0; offset < 35; offset += 7) {
      const rows = await search(paged, 'pond', { limit: 7, offset })
      slugs.push(...rows.map(({ slug }) => slug))
    }
    expect(slugs).toHaveLength(25)
    expect(new Set(slugs).size).toBe(25)
    expect((await search(paged, 'pond')).map(({ slug }) => slug)).toEqual(slugs)
  })

  it('does not affect texts or scores of another municipality', async () => {
    const before = await search(town, 'culvert')
    const many = Array.from({ length: 50 }, () => ({ title: 'Culvert', body: 'culvert' }))
    const other = await townOf('other', many)
    expect(await search(town, 'culvert')).toEqual(before)
    expect(await search(other, 'floods')).toEqual([])
  })

  it('does not find a removed text, and scores as if it had never existed', async () => {
    const kept = await townOf('kept', [
      { title: 'Dam', body: 'dam' },
      { title: 'Dike', body: 'dike dam' },
    ])
    const before = await search(kept, 'dam')
    const extra = await indexTexts(store, kept, [{ title: 'Dam two', body: 'a dam again' }])
    expect(await search(kept, 'dam')).toHaveLength(3)
    await searchEngines[store.dialect.name].remove(store.db, extra)
    const ids = extra.map(({ id }) => id)
    await store.db.deleteFrom('search_documents').where('id', 'in', ids).execute()
    expect(await search(kept, 'dam')).toEqual(before)
  })
})
