import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { foundBy, indexTexts } from '../../../test/support/database/search.ts'
import { barePeople, bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { searchKinds } from '../tables.ts'
import { mark } from './engine.ts'
import { type SearchQuery, searchBounds } from './search.ts'

let store: WriteStore
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ store, remove } = await freshStore())
})
afterAll(() => remove())

const queries: Partial<SearchQuery>[] = [
  { q: 'weir' },
  { q: 'weir heron' },
  { q: '"weir heron"' },
  { q: 'heron otter', match: 'any' },
  { q: 'weirs', kinds: ['motion'] },
  { q: 'weir', from: '1803-01-01', to: '1803-03-01' },
  { q: 'weir', to: '2100-01-01' },
  { q: 'weir', bounds: { ...searchBounds, rankedMax: 3 }, limit: 7, offset: 2 },
  { q: 'weir', bounds: { ...searchBounds, compared: 5, rankedMax: 5 } },
  { q: '"weir heron"', bounds: { ...searchBounds, compared: 5, rankedMax: 5 } },
]

describe(`the texts of municipalities in one index, on ${engineUnderTest()}`, () => {
  const textsOf = (name: string) =>
    Array.from({ length: 40 }, (_, index) => ({
      title: index % 6 === 0 ? 'The weir' : 'Text',
      body: `a weir ${index % 2 === 0 ? 'heron' : 'otter'} of ${name}`,
      kind: searchKinds[index % searchKinds.length] ?? 'motion',
      slug: String(index),
      // Some without a day, most in the same days as those of the other towns.
      day: index % 5 === 0 ? 0 : 1000 + ((index * 13) % 40) * 10,
      groupKey: 900_000 + (index % 30),
      rank: index % 4,
    }))

  async function responsesOf(municipalityId: number) {
    const responses: unknown[][] = []
    for (const query of queries) {
      const rows = await foundBy(store, { municipalityId, q: '', ...query })
      responses.push(
        rows.map(({ snippet, municipality_id: _, ...row }) => [
          row,
          snippet.replace(/of \w+$/, ''),
        ]),
      )
    }
    return responses
  }

  /** Towns whose texts are written in turn, so that their rows lie between each other. */
  async function interleavedTowns(names: readonly string[]): Promise<number[]> {
    const towns: number[] = []
    for (const name of names) towns.push(await bareTown(store, name))
    const texts = names.map(textsOf)
    for (const index of textsOf('').keys())
      for (const [town, own] of texts.entries())
        await indexTexts(store, towns[town] ?? 0, own.slice(index, index + 1))
    return towns
  }

  it('are found as if each had an index of its own', async () => {
    const alone = await bareTown(store, 'alone')
    await indexTexts(store, alone, textsOf('alone'))
    const expected = await responsesOf(alone)
    expect(expected.map((rows) => rows.length > 0)).toEqual(queries.map(() => true))
    const names = ['first', 'second', 'third']
    const towns = await interleavedTowns(names)
    for (const town of [...towns, alone]) expect(await responsesOf(town)).toEqual(expected)
    for (const [index, municipalityId] of towns.entries()) {
      const found = names.map((q) => foundBy(store, { municipalityId, q }))
      const isFound = (await Promise.all(found)).map((rows) => rows.length > 0)
      expect(isFound).toEqual(names.map((_, other) => other === index))
    }
  })

  it('are not found by the number of another municipality', async () => {
    const ids: number[] = []
    for (const name of ['one', 'ten', 'hundred']) ids.push(await bareTown(store, name))
    for (const id of ids) await indexTexts(store, id, [{ title: `Town ${id}`, body: 'otter' }])
    for (const municipalityId of ids) {
      const rows = await foundBy(store, { municipalityId, q: 'otter' })
      expect(rows.map(({ title }) => title)).toEqual([`Town ${municipalityId}`])
    }
  })
})

const peopleOf = (municipality: number) =>
  store.db
    .selectFrom('people')
    .select('id')
    .where('municipality_id', '=', municipality)
    .orderBy('id')
    .execute()

describe(`filters, on ${engineUnderTest()}`, () => {
  let town: number
  let ids: { people: number[]; council: number; parks: number }
  beforeAll(async () => {
    town = await bareTown(store, 'filters')
    await barePeople(store, town, [
      { name: 'Rosa Heron', name_folded: 'rosa heron' },
      { name: 'Zoë Heron', name_folded: 'zoe heron' },
      { name: 'Otto Weir', name_folded: 'otto weir' },
    ])
    const people = await peopleOf(town)
    const council = await organizationOf('council')
    const parks = await organizationOf('parks')
    ids = { people: people.map(({ id }) => id), council, parks }
    const [rosa = 0, zoe = 0, otto = 0] = ids.people
    const author = (id: number) => `${mark.person(id)} ${mark.author(id)}`
    const of = { council: mark.organization(council), parks: mark.organization(parks) }
    await indexTexts(
      store,
      town,
      [
        { title: 'Text', body: 'a dam', marks: `${of.council} ${author(rosa)}` },
        { title: 'Text', body: 'a dam', marks: `${of.council} ${mark.person(rosa)}` },
        { title: 'Text', body: 'a dam', marks: `${of.parks} ${author(otto)} ${mark.person(zoe)}` },
        { title: 'Text', body: 'a dam of Rosa' },
        { title: 'Text', body: 'a dam', otherWords: 'Rosa Unknown' },
        { title: 'Rosa', body: 'a dam' },
      ].map((text, index) => ({ ...text, slug: String(index), day: 1000 + index })),
    )
  })

  async function organizationOf(slug: string): Promise<number> {
    const { id } = await store.db
      .insertInto('organizations')
      .values({
        ...{ municipality_id: town, source: 's', key: slug, slug, ocd_id: slug, name: slug },
        ...{ name_folded: slug, names_folded: slug, other_names: '[]', content_hash: '' },
        ...{ created_at: '', updated_at: '' },
        classification: 'committee',
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const slugs = async (q: string, query: Partial<SearchQuery> = {}) =>
    (await foundBy(store, { municipalityId: town, q, ...query })).map(({ slug }) => slug)

  it('find the texts of a body, of a person or between days, and of no record that is unknown', async () => {
    expect(await slugs('dam', { organization: 'council' })).toEqual(['1', '0'])
    expect(await slugs('dam', { organization: 'parks' })).toEqual(['2'])
    expect(await slugs('dam', { person: 'k0' })).toEqual(['1', '0'])
    expect(await slugs('dam', { person: 'k1' })).toEqual(['2'])
    expect(await slugs('dam', { person: 'k0', organization: 'parks' })).toEqual([])
    for (const unknown of [{ person: 'nobody' }, { organization: 'nothing' }])
      expect(await slugs('dam', unknown)).toEqual([])
    expect(await slugs('dam', { from: '1802-09-30' })).toEqual(['5', '4', '3', '2'])
    expect(await slugs('dam', { to: '1802-09-30' })).toEqual(['2', '1', '0'])
    expect(await slugs('dam', { from: '1802-09-29', to: '1802-09-30' })).toEqual(['2', '1'])
    expect(await slugs('dam', { from: '1802-09-30', to: '1802-09-29' })).toEqual([])
  })

  it('exclude texts without a day if there is a first or last day', async () => {
    const undated = await bareTown(store, 'undated')
    await indexTexts(store, undated, [{ title: 'Text', body: 'a dam' }])
    const count = async (query: Partial<SearchQuery>) =>
      (await foundBy(store, { municipalityId: undated, q: 'dam', ...query })).length
    expect(await count({})).toBe(1)
    expect(await count({ from: '1700-01-01' })).toBe(0)
    expect(await count({ to: '2999-01-01' })).toBe(0)
  })

  it('are not needed to find what people moved, said or voted on, in that order', async () => {
    // The texts with the name come before those of the person.
    expect(await slugs('Rosa')).toEqual(['5', '0', '4', '3', '1'])
    expect(await slugs('Rosa dam')).toEqual(['5', '0', '4', '3', '1'])
    expect(await slugs('Rosa Heron')).toEqual(['0', '1'])
    expect(await slugs('ZOË HERON dam')).toEqual(['2'])
    expect(await slugs('Heron')).toEqual(['0', '2', '1'])
    expect(await slugs('Rosa Weir')).toEqual([])
    expect(await slugs('Hero')).toEqual([])
    expect(await slugs('"Rosa Heron"')).toEqual([])
  })

  it('are not needed for short names, names of several parts and titles before names', async () => {
    const council = await bareTown(store, 'names')
    await barePeople(store, council, [
      { name: 'Ann Brooks-Powers', name_folded: 'ann brooks-powers' },
      { name: 'Wilson Lo', name_folded: 'wilson lo' },
    ])
    const people = await peopleOf(council)
    const texts = people.map(({ id }) => ({ title: 'Text', body: 'a dam', marks: mark.person(id) }))
    await indexTexts(store, council, [
      ...texts.map((text, at) => ({ ...text, slug: ['powers', 'lo'][at] ?? '' })),
      { title: 'Text', body: 'the mayor', slug: 'mayor' },
    ])
    const found = async (q: string) =>
      (await foundBy(store, { municipalityId: council, q })).map(({ slug }) => slug)
    for (const q of ['Ann Brooks-Powers', 'Brooks-Powers', 'Councillor Brooks-Powers'])
      expect(await found(q), q).toEqual(['powers'])
    for (const q of ['Lo', 'Wilson Lo', 'Deputy Mayor Lo', 'conseillère Lo dam'])
      expect(await found(q), q).toEqual(['lo'])
    for (const q of ['Powers-Brooks', 'Wils', 'Lo Mayor', 'mayor dam'])
      expect(await found(q), q).toEqual([])
    expect(await found('mayor')).toEqual(['mayor'])
  })
})
