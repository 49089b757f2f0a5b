import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { emptyDatabase, freshTown } from '../../test/support/database/fresh-store.ts'
import { databaseProblems } from '../../test/support/database/problems.ts'
import { foundBy } from '../../test/support/database/search.ts'
import { withDatabase } from '../../test/support/database/sqlite-database.ts'
import { migrations } from './migrations/migrations.ts'
import { migrate, migrateSchema, openWriteStore, type WriteStore } from './open.ts'
import { searchBounds } from './search/bounds.ts'
import { rebuildSearch } from './search/rebuild.ts'

let store: WriteStore
let databaseUrl: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ databaseUrl, remove } = await emptyDatabase('sqlite'))
  store = openWriteStore(databaseUrl)
})
afterAll(async () => {
  await store.close()
  await remove()
})

const released = ['0001-initial', '0002-indexes', '0003-site']

// Texts of every kind, with dates from every source of dates, and two without a date.
const stamps = 'content_hash, created_at, updated_at'
const texts = `
  insert into municipalities (id, slug, name, division_id, jurisdiction_id, time_zone, created_at, updated_at)
    values (1, 't', 'T', 'd', 'j', 'UTC', '', '');
  insert into meetings (id, municipality_id, source, key, slug, ocd_id, ${stamps}, title, date, status)
    values (1, 1, 's', 'm', 'm', 'm', '', '', '', 'M', '2026-04-22', 'completed');
  insert into matters (id, municipality_id, source, key, slug, ocd_id, ${stamps}, title, description, stated_last_seen, last_seen)
    values (1, 1, 's', 'x', 'x', 'x', '', '', '', 'X', 'a heron', '1850-02-28', '1850-02-28'),
    (2, 1, 's', 'y', 'y', 'y', '', '', '', 'Y', 'a heron', null, '');
  insert into motions (id, municipality_id, source, key, slug, ocd_id, ${stamps}, text, stated_date, date)
    values (1, 1, 's', 'v', 'v', 'v', '', '', '', 'a heron', '2024-02-29', '2024-02-29'),
    (2, 1, 's', 'w', 'w', 'w', '', '', '', 'a heron', null, '');
  insert into agenda_items (id, municipality_id, source, key, slug, ${stamps}, title, description, meeting_id)
    values (1, 1, 's', 'i', 'i', '', '', '', 'I', 'a heron', 1);
  insert into key_statements (id, meeting_id, slug, text) values (1, 1, 'k', 'a heron');
  insert into documents (id, matter_id, title) values (1, 1, 'D');
  insert into document_sections (id, document_id, slug, text) values (1, 1, 'd', 'heron');
  insert into search_entries (id, municipality_id, kind, entry_id, slug, title, body, meeting_id) values
    (1, 1, 'agenda_item', 1, 'i', 'I', 'a heron', 1), (2, 1, 'matter', 1, 'x', 'X', 'a heron', null),
    (3, 1, 'matter', 2, 'y', 'Y', 'a heron', null), (4, 1, 'motion', 1, 'v', 'V', 'a heron', null),
    (5, 1, 'motion', 2, 'w', 'W', 'a heron', null), (6, 1, 'document_section', 1, 'd', 'D', 'a heron', null),
    (7, 1, 'key_statement', 1, 'k', 'K', 'a heron', 1);
  create view search_entries_1 as select id, title, body from search_entries where municipality_id = 1;
  create virtual table search_index_1 using fts5(
    title, body, content=search_entries_1, content_rowid='id', tokenize="unicode61 remove_diacritics 2");
  insert into search_index_1 (search_index_1) values ('rebuild');`

const tables = () =>
  withDatabase(databaseUrl, (db) =>
    db.column("select name from sqlite_schema where type in ('table', 'view') and sql is not null"),
  ) as string[]

/** Of the earlier search: an index, a view and the order of texts for every municipality. */
const earlier = () => tables().filter((name) => /^search_(entries|pl|texts|index_1)/.test(name))

const indexOf = () =>
  withDatabase(databaseUrl, (db) =>
    db.prepare('select id, kind, slug, day, rank from search_documents order by id').all(),
  )

it('search finds the texts of an upgraded database, in the order of a new import', async () => {
  const releasedMigrations = Object.entries(migrations).filter(([name]) => released.includes(name))
  expect(await migrateSchema(store, Object.fromEntries(releasedMigrations))).toEqual(released)
  withDatabase(databaseUrl, (db) => db.exec(texts))

  // A process that stops before the texts are analysed leaves the earlier index, and the next one continues.
  await migrateSchema(store, { ...migrations })
  expect(earlier()).toEqual(
    expect.arrayContaining(['search_entries', 'search_places', 'search_index_1', 'search_texts_1']),
  )
  expect(indexOf()).toEqual([])
  const failing = store.transaction(async (db) => {
    await rebuildSearch(db, store.dialect)
    throw new Error('stopped')
  }, 'record')
  await expect(failing).rejects.toThrow('stopped')
  expect(earlier()).toContain('search_index_1_data')
  expect(indexOf()).toEqual([])

  await migrate(store)
  expect(earlier()).toEqual([])
  expect(tables()).toEqual(expect.arrayContaining(['search_index', 'search_exact']))
  expect(await databaseProblems(databaseUrl)).toEqual([])
  const bounds = { ...searchBounds, rankedMax: 1 }
  const found = await foundBy(store, { municipalityId: 1, q: 'heron', bounds })
  expect(found.map(({ slug }) => slug)).toEqual(['i', 'k', 'v', 'd', 'x', 'w', 'y'])

  const upgraded = indexOf()
  withDatabase(databaseUrl, (db) => db.exec('update search_state set version = 1'))
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await migrate(store)
  await migrate(store)
  expect(written.mock.calls).toEqual([
    ['reeve: this version indexes 7 texts again for search, once\n'],
  ])
  expect(indexOf()).toEqual(upgraded)
  expect(await databaseProblems(databaseUrl)).toEqual([])
})

it('an index that is built again has the order of an import', async () => {
  const town = await freshTown('sqlite')
  const [{ id }] = (await town.store.db.selectFrom('municipalities').select('id').execute()) as [
    { id: number },
  ]
  const bounds = { ...searchBounds, rankedMax: 1 }
  const order = async () => {
    const found = await foundBy(town.store, { municipalityId: id, q: 'ditch', bounds })
    return found.map(({ kind, slug }) => `${kind} ${slug}`)
  }
  const imported = await order()
  expect(imported.length).toBeGreaterThan(80)
  await town.store.transaction((db) => rebuildSearch(db, town.store.dialect), 'record')
  expect(await order()).toEqual(imported)
  expect(await databaseProblems(town.databaseUrl)).toEqual([])
  await town.remove()
})
