import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseProblems } from '../../test/support/database/dump.ts'
import { emptyDatabase } from '../../test/support/database/fresh-store.ts'
import { withDatabase } from '../../test/support/database/sqlite-database.ts'
import { searchBounds } from './dialect/search-bounds.ts'
import { migrations } from './migrations/migrations.ts'
import { migrate, migrateSchema, openWriteStore, type WriteStore } from './open.ts'
import { searchKinds } from './tables.ts'

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
  insert into matters (id, municipality_id, source, key, slug, ocd_id, ${stamps}, title, stated_last_seen, last_seen)
    values (1, 1, 's', 'x', 'x', 'x', '', '', '', 'X', '1850-02-28', '1850-02-28'), (2, 1, 's', 'y', 'y', 'y', '', '', '', 'Y', null, '');
  insert into motions (id, municipality_id, source, key, slug, ocd_id, ${stamps}, stated_date, date)
    values (1, 1, 's', 'v', 'v', 'v', '', '', '', '2024-02-29', '2024-02-29'), (2, 1, 's', 'w', 'w', 'w', '', '', '', null, '');
  insert into agenda_items (id, municipality_id, source, key, slug, ${stamps}, title, meeting_id)
    values (1, 1, 's', 'i', 'i', '', '', '', 'I', 1);
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

const recencyKeys = () =>
  withDatabase(databaseUrl, (db) => db.prepare('select * from search_places order by id').all())

it('search finds the texts of an upgraded database, in the order of a new import', async () => {
  const releasedMigrations = Object.entries(migrations).filter(([name]) => released.includes(name))
  expect(await migrateSchema(store, Object.fromEntries(releasedMigrations))).toEqual(released)
  withDatabase(databaseUrl, (db) => db.exec(texts))
  await migrate(store)
  expect(await databaseProblems(databaseUrl)).toEqual([])
  const results = await store.dialect.search(store.db, {
    ...{ municipalityId: 1, terms: [['heron']], kinds: searchKinds, limit: 10, offset: 0 },
    bounds: { ...searchBounds, rankedMax: 1, scoredMax: 100 },
  })
  expect(results.map(({ slug }) => slug)).toEqual(['k', 'i', 'v', 'd', 'x', 'w', 'y'])

  const moved = await recencyKeys()
  const entries = await store.db.selectFrom('search_entries').selectAll().execute()
  await store.dialect.removeFromSearchIndex(store.db, 1, entries)
  expect(await recencyKeys()).toEqual([])
  await store.dialect.addToSearchIndex(store.db, 1, entries)
  expect(await recencyKeys()).toEqual(moved)
})
