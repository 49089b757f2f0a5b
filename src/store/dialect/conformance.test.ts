import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineUnderTest, freshStore } from '../../../test/support/database/fresh-store.ts'
import { barePeople, bareTown } from '../../../test/support/towns/bare-town.ts'
import type { WriteStore } from '../open.ts'
import { StoreBusy, StoreError } from '../store-error.ts'
import { contains } from '../word-starts.ts'

const now = '2026-01-01T00:00:00.000Z'

// The same on every engine: each project in vitest.config.ts runs it on one.
describe(engineUnderTest(), () => {
  let store: WriteStore
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ store, remove } = await freshStore())
  })
  afterAll(() => remove())

  it('has the name of its engine', () => {
    expect(store.dialect.name).toBe(engineUnderTest())
  })

  describe('contains', () => {
    const names = ['100% sure', '100 sure', 'a_b', 'axb', 'back\\slash', "o'neil", 'say "ay"', '']
    let town: number
    beforeAll(async () => {
      town = await bareTown(store, 'contains')
      await barePeople(
        store,
        town,
        names.map((name) => ({ name, name_folded: name })),
      )
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
    ])('treats %j as plain text', async (part, expected) => {
      const rows = await store.db
        .selectFrom('people')
        .select('name')
        .where('municipality_id', '=', town)
        .where(({ ref }) => contains(ref('name_folded'), part))
        .execute()
      expect(rows.map(({ name }) => name).sort()).toEqual([...expected].sort())
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
          municipality_id: await bareTown(store, 'many'),
          ...identity,
          ...dated,
          updated_at: now,
          scheduled_at: now,
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

    it('finds rows whose value is in a list, whatever it contains', async () => {
      const among = (values: readonly string[]) =>
        statements()
          .select('slug')
          .where(({ ref }) => store.dialect.inArray(ref('slug'), store.dialect.arrayParam(values)))
          .execute()
      for (const text of texts) expect(await among([text])).toEqual([{ slug: text }])
      expect(await among([...texts, 'b', 'a'])).toHaveLength(texts.length)
      expect(await among([])).toEqual([])
    })

    it('sets each row to its own values, and changes no others', async () => {
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
      id: 1,
      kind: 'person',
      key: 'a',
      location: 'x:1',
      size: 2,
      hash: 'h',
      required_key: null,
      other_required_key: null,
      ...served,
      source_updated_at: null,
      is_incomplete: 0,
      body: '{}',
    }
    const staging = () => store.db.withTables<{ staging: typeof row }>().selectFrom('staging')

    it('can be created, filled and dropped, and dropped if it does not exist', async () => {
      await store.dialect.dropStaging(store.db)
      await store.dialect.createStaging(store.db)
      await store.dialect.insertAll(store.db, 'staging', [])
      const rows = [row, { ...row, id: 2, kind: 'bylaw' }]
      await store.dialect.insertAll(store.db, 'staging', rows)
      await store.dialect.indexStaging(store.db)
      expect(await staging().selectAll().orderBy('id').execute()).toEqual(rows)
      await store.dialect.dropStaging(store.db)
      await expect(staging().selectAll().execute()).rejects.toThrow()
    })

    it.each(['', 'a\tb', 'a\nb\r\nc', '\\N', '\\', 'a\\tb', '\\.', 'é 市 😀', '"\'', '\v\b\f'])(
      'stores %j unchanged',
      async (body) => {
        await store.dialect.createStaging(store.db)
        await store.dialect.insertAll(store.db, 'staging', [{ ...row, body }])
        expect(await staging().select('body').execute()).toEqual([{ body }])
        await store.dialect.dropStaging(store.db)
      },
    )
  })

  describe('isQueryError', () => {
    it('is true for errors of the database', async () => {
      const thrown = async (work: Promise<unknown>) =>
        store.dialect.isQueryError(await work.catch((error: unknown) => error))
      const nowhere = store.db.withTables<{ nowhere: { id: number } }>()
      expect(await thrown(nowhere.selectFrom('nowhere').selectAll().execute())).toBe(true)
      const twice = { name: 'cursor', value: 'x' }
      expect(await thrown(store.db.insertInto('secrets').values(twice).execute())).toBe(true)
      expect(await thrown(Promise.reject(new StoreBusy('another writes')))).toBe(true)
      const orphan = { ...{ municipality_id: 999_999, entry_id: 1, slug: '', title: '' }, body: '' }
      const entry = {
        ...orphan,
        kind: 'motion' as const,
        identifiers: '',
        other_words: '',
        marks: '',
      }
      const document = { ...entry, day: 0, group_key: 1, rank: 1 }
      const insert = store.db.insertInto('search_documents').values(document)
      expect(await thrown(insert.execute())).toBe(true)
    })

    it.each([
      new Error('SQLITE_ERROR'),
      new StoreError('no'),
      new TypeError('x is undefined'),
      Object.assign(new Error('gone'), { code: 'ECONNRESET' }),
      { code: 'SQLITE_ERROR' },
      null,
      'SQLITE_ERROR',
    ])('is false for %j', (error) => {
      expect(store.dialect.isQueryError(error)).toBe(false)
      expect(store.dialect.isUnavailable(error)).toBe(false)
    })

    it('distinguishes a busy database from a statement that can never succeed', async () => {
      expect(store.dialect.isUnavailable(new StoreBusy('another writes'))).toBe(true)
      const nowhere = store.db.withTables<{ nowhere: { id: number } }>()
      const failed = nowhere.selectFrom('nowhere').selectAll().execute()
      const error = await failed.catch((reason: unknown) => reason)
      expect(store.dialect.isUnavailable(error)).toBe(false)
    })
  })
})
