import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/fresh-store.ts'
import type { WriteStore } from '../open.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import type { SearchKind } from '../tables.ts'
import type { FoundText, SearchTerm } from './dialect.ts'

const allKinds: SearchKind[] = [
  'motion',
  'matter',
  'agenda_item',
  'key_statement',
  'document_section',
]
const now = '2026-01-01T00:00:00.000Z'

interface Text {
  title: string
  body: string
  kind?: SearchKind
}

async function addTown(store: WriteStore, slug: string): Promise<number> {
  const { id } = await store.db
    .insertInto('municipalities')
    .values({
      slug,
      name: slug,
      division_id: slug,
      jurisdiction_id: slug,
      time_zone: 'UTC',
      url: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store.dialect.createSearchIndex(store.db, id)
  return id
}

let entryId = 0
async function index(store: WriteStore, municipalityId: number, texts: Text[]) {
  const indexed: FoundText[] = []
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

// What every engine must do alike: each project of vitest.config.ts runs it on one.
describe(engineUnderTest(), () => {
  let store: WriteStore
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ store, remove } = await freshStore())
  })
  afterAll(() => remove())

  const search = (
    municipalityId: number,
    terms: SearchTerm[],
    { kinds = allKinds, limit = 100, offset = 0 } = {},
  ) => store.dialect.search(store.db, { municipalityId, terms, kinds, limit, offset })

  it('is named as what it is', () => {
    expect(store.dialect.name).toBe(engineUnderTest())
  })

  describe('contains', () => {
    const names = ['100% sure', '100 sure', 'a_b', 'axb', 'back\\slash', "o'neil", 'say "ay"', '']
    let town: number
    beforeAll(async () => {
      town = await addTown(store, 'contains')
      const rows = names.map((name, i) => ({
        municipality_id: town,
        source: 's',
        key: `k${i}`,
        slug: `k${i}`,
        ocd_id: `k${i}`,
        content_hash: '',
        created_at: now,
        updated_at: now,
        name,
        name_folded: name,
        other_names: '[]',
        contact_details: '[]',
      }))
      await store.db
        .insertInto('people')
        .values(rows as never)
        .execute()
    })

    it.each<[string, string[]]>([
      ['%', ['100% sure']],
      ['_', ['a_b']],
      ['\\', ['back\\slash']],
      ["'", ["o'neil"]],
      ['"', ['say "ay"']],
      ['100%', ['100% sure']],
      ['0 s', ['100 sure']],
      ['%_\\', []],
      ["'; drop table people; --", []],
      ['sure', ['100 sure', '100% sure']],
      ['', names],
    ])('takes %j literally', async (part, expected) => {
      const rows = await store.db
        .selectFrom('people')
        .select('name')
        .where('municipality_id', '=', town)
        .where(({ ref }) => store.dialect.contains(ref('name_folded'), part))
        .execute()
      expect(rows.map(({ name }) => name).sort()).toEqual([...expected].sort())
    })
  })

  describe('search', () => {
    const texts: Text[] = [
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
    let town: number
    beforeAll(async () => {
      town = await addTown(store, 'search')
      await index(store, town, texts)
    })
    const titles = async (...terms: SearchTerm[]) =>
      (await search(town, terms)).map(({ title }) => title).sort()

    it.each<[string, SearchTerm[], string[]]>([
      ['a word', [['culvert']], ['Mill Creek culvert']],
      ['in any case', [['CULVERT']], ['Mill Creek culvert']],
      ['all of its terms', [['mill'], ['floods']], ['Mill Creek culvert']],
      ['nothing where one term is missing', [['mill'], ['heron']], []],
      ['a phrase side by side', [['mill', 'creek']], ['Mill Creek culvert']],
      ['a phrase in its order', [['creek', 'mill']], []],
      ['whole words, not beginnings', [['culv']], []],
      ['accents from accents', [['Stéphanie']], ['Accents', 'Decomposed', 'Plain']],
      ['accents from none', [['stephanie']], ['Accents', 'Decomposed', 'Plain']],
      ['accents from combining marks', [['Ste\u0301phanie']], ['Accents', 'Decomposed', 'Plain']],
      ['a place either way', [['Orléans']], ['Accents', 'Plain']],
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
      ['no column by its name', [['title']], []],
    ])('finds %s', async (_, terms, expected) => {
      expect(await titles(...terms)).toEqual(expected)
    })

    it.each(['"', 'a"b', '*', '(', 'title:x', '^', '-', '+', ';', "'", '\\', '{a b}', 'x*'])(
      'takes %j as text, whatever it means to the engine',
      async (word) => {
        await expect(search(town, [[word]])).resolves.toEqual(expect.any(Array))
        await expect(search(town, [[word], ['mill']])).resolves.toEqual(expect.any(Array))
      },
    )

    it('ranks a word in a title above one in a body, with scores above 0', async () => {
      const found = await search(town, [['mill']])
      expect(found.map(({ title }) => title)).toEqual(['Creek and mill', 'Mill Creek culvert'])
      for (const { score } of found) expect(score).toBeGreaterThan(0)
    })

    it.each([0, 9])('cuts a page by score, wherever the best text stands: %i', async (place) => {
      const cut = await addTown(store, `cut-${place}`)
      const texts2 = Array.from({ length: 10 }, (_, i) => ({
        title: i === place ? 'Otter' : 'Rivers',
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

    it('gives a word that stands everywhere a score above 0 too', async () => {
      const everywhere = await addTown(store, 'everywhere')
      const same = Array.from({ length: 30 }, (_, i) => ({ title: 'the', body: `the ${i}` }))
      await index(store, everywhere, same)
      const found = await search(everywhere, [['the']])
      expect(found).toHaveLength(30)
      for (const { score } of found) expect(score).toBeGreaterThan(0)
    })

    it('shows a piece of the body around what was found', async () => {
      const long = await addTown(store, 'long')
      const body = `${'before '.repeat(300)}heron ${'after '.repeat(300)}`
      await index(store, long, [{ title: 'Long', body }])
      const [row] = await search(long, [['heron']])
      expect(row?.snippet).toMatch(/heron/)
      expect(row?.snippet.length).toBeLessThan(400)
    })

    it('finds only the kinds asked for, scored on one scale', async () => {
      const kinds = await addTown(store, 'kinds')
      await index(
        store,
        kinds,
        allKinds.map((kind) => ({ title: 'Weir', body: 'weir', kind })),
      )
      const all = await search(kinds, [['weir']])
      expect(all.map(({ kind }) => kind).sort()).toEqual([...allKinds].sort())
      expect(new Set(all.map(({ score }) => score)).size).toBe(1)
      const two = await search(kinds, [['weir']], { kinds: ['matter', 'motion'] })
      expect(two.map(({ kind }) => kind).sort()).toEqual(['matter', 'motion'])
      expect(two[0]?.score).toBe(all[0]?.score)
      expect(await search(kinds, [['weir']], { kinds: [] })).toEqual([])
    })

    it('pages through equals without repeating or missing one', async () => {
      const paged = await addTown(store, 'paged')
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

    it('keeps each municipality to itself, its scores too', async () => {
      const before = await search(town, [['culvert']])
      const other = await addTown(store, 'other')
      const many = Array.from({ length: 50 }, () => ({ title: 'Culvert', body: 'culvert' }))
      await index(store, other, many)
      expect(await search(town, [['culvert']])).toEqual(before)
      expect(await search(other, [['floods']])).toEqual([])
    })

    it('forgets a text that is taken out, and scores as if it had never been there', async () => {
      const texts2 = [
        { title: 'Dam', body: 'dam' },
        { title: 'Dike', body: 'dike dam' },
      ]
      const kept = await addTown(store, 'kept')
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

    it('makes the index of a municipality once', async () => {
      const before = await search(town, [['culvert']])
      await store.dialect.createSearchIndex(store.db, town)
      expect(await search(town, [['culvert']])).toEqual(before)
    })
  })

  describe('many rows at once', () => {
    const texts = [
      '',
      'a\tb',
      'a\nb\r\nc',
      '\\N',
      '{a,"b"}',
      "o'neil",
      'é 市 😀',
      'null',
      '7',
      '\v\b\f',
    ]
    const row = (slug: string, speaker: string | null) => ({
      meeting_id: meeting,
      slug,
      text: '',
      speaker,
      context: null,
      start_seconds: null,
    })
    const statements = () =>
      store.db.selectFrom('key_statements').where('meeting_id', '=', meeting).orderBy('id')
    let meeting: number
    beforeAll(async () => {
      const identity = { source: 's', key: 'k', slug: 'k', ocd_id: 'k', content_hash: '' }
      const dated = { title: 'k', date: '2026-01-01', status: 'confirmed', created_at: now }
      const { id } = await store.db
        .insertInto('meetings')
        .values({
          municipality_id: await addTown(store, 'many'),
          ...identity,
          ...dated,
          updated_at: now,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      meeting = id
      await store.dialect.insertAll(
        store.db,
        'key_statements',
        texts.map((text) => row(text, text)),
      )
    })

    it('finds those whose value is among many, whatever stands in it', async () => {
      const among = (wanted: readonly string[]) =>
        statements()
          .select('slug')
          .where(({ ref }) => store.dialect.isAmong(ref('slug'), store.dialect.listOf(wanted)))
          .execute()
      for (const text of texts) expect(await among([text])).toEqual([{ slug: text }])
      expect(await among([...texts, 'b', 'a'])).toHaveLength(texts.length)
      expect(await among([])).toEqual([])
    })

    it('changes each row to what is said of it, and no other one', async () => {
      const before = await statements().selectAll().execute()
      await store.dialect.updateAll(store.db, 'key_statements', [])
      const [first, ...others] = before.map(({ id }, index) => ({
        id,
        text: texts.at(-1 - index) ?? '',
        speaker: null,
        start_seconds: index,
      }))
      await store.dialect.updateAll(store.db, 'key_statements', others)
      const after = await statements().selectAll().execute()
      expect(first?.id).toBe(before[0]?.id)
      expect(after).toEqual([
        before[0],
        ...others.map((changed, index) => ({ ...before[index + 1], ...changed })),
      ])
    })
  })

  describe('staging', () => {
    const served = { served_id: 7, served_slug: 'a' }
    const row = {
      position: 1,
      kind: 'person',
      key: 'a',
      place: 'x:1',
      size: 2,
      body: '{}',
      ...served,
    }
    const staging = () => store.db.withTables<{ staging: typeof row }>().selectFrom('staging')

    it('is made, filled and dropped, also where there is none', async () => {
      await store.dialect.dropStaging(store.db)
      await store.dialect.createStaging(store.db)
      await store.dialect.insertAll(store.db, 'staging', [])
      const rows = [row, { ...row, position: 2, kind: 'bylaw' }]
      await store.dialect.insertAll(store.db, 'staging', rows)
      await store.dialect.indexStaging(store.db)
      expect(await staging().selectAll().orderBy('position').execute()).toEqual(rows)
      await store.dialect.dropStaging(store.db)
      await expect(staging().selectAll().execute()).rejects.toThrow()
    })

    it.each(['', 'a\tb', 'a\nb\r\nc', '\\N', '\\', 'a\\tb', '\\.', 'é 市 😀', '"\'', '\v\b\f'])(
      'keeps %j as it is',
      async (body) => {
        await store.dialect.createStaging(store.db)
        await store.dialect.insertAll(store.db, 'staging', [{ ...row, body }])
        expect(await staging().select('body').execute()).toEqual([{ body }])
        await store.dialect.dropStaging(store.db)
      },
    )
  })

  describe('isQueryError', () => {
    it('knows what the database threw', async () => {
      const thrown = async (work: Promise<unknown>) =>
        store.dialect.isQueryError(await work.catch((error: unknown) => error))
      const nowhere = store.db.withTables<{ nowhere: { id: number } }>()
      expect(await thrown(nowhere.selectFrom('nowhere').selectAll().execute())).toBe(true)
      const twice = { name: 'cursor', value: 'x' }
      expect(await thrown(store.db.insertInto('secrets').values(twice).execute())).toBe(true)
      expect(await thrown(Promise.reject(new StoreBusy('another writes')))).toBe(true)
      const orphan = { municipality_id: 999_999, entry_id: 1, slug: '', title: '', body: '' }
      const entry = { ...orphan, kind: 'motion' as const, meeting_id: null }
      expect(await thrown(store.db.insertInto('search_entries').values(entry).execute())).toBe(true)
    })

    it.each([
      new Error('SQLITE_ERROR'),
      new StoreError('no'),
      new TypeError('x is undefined'),
      Object.assign(new Error('gone'), { code: 'ECONNRESET' }),
      { code: 'SQLITE_ERROR' },
      null,
      'SQLITE_ERROR',
    ])('knows that %j is none', (error) => {
      expect(store.dialect.isQueryError(error)).toBe(false)
    })
  })
})
