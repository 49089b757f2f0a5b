import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../test/support/database/fresh-store.ts'
import { rowsOf, runOn } from '../../test/support/database/inspector.ts'
import { migrations } from './migrations/migrations.ts'
import { migrate, migrateSchema, openWriteStore } from './open.ts'

const stamps = 'content_hash, created_at, updated_at'
const rows = [
  `insert into municipalities (id, slug, name, division_id, jurisdiction_id, time_zone, created_at, updated_at)
    values (1, 't', 'T', 'd', 'j', 'UTC', '', '')`,
  `insert into bylaws (id, municipality_id, source, key, slug, ${stamps}, title)
    values (1, 1, 's', 'b', 'b', '', '', '', 'B')`,
  `insert into matters (id, municipality_id, source, key, slug, ocd_id, ${stamps}, title)
    values (1, 1, 's', 'x', 'x', 'x', '', '', '', 'X')`,
  `insert into matters (id, municipality_id, source, key, slug, ocd_id, ${stamps}, title, identifier, category)
    values (2, 1, 's', 'int', 'int', 'int', '', '', '', 'Int', 'Int 1-2024', 'Introduction')`,
  "insert into sponsorships (matter_id, name, is_primary) values (1, 'First', 1)",
  "insert into sponsorships (matter_id, name, is_primary, classification) values (1, 'Second', 0, 'cosponsor')",
]

/** The URL of a database with rows from before the migration `first`, upgraded. */
async function upgraded(first: string): Promise<string> {
  const { databaseUrl, remove } = await emptyDatabase()
  onTestFinished(remove)
  const store = openWriteStore(databaseUrl)
  const earlier = Object.entries(migrations).filter(([name]) => name < first)
  await migrateSchema(store, Object.fromEntries(earlier))
  for (const row of rows) await runOn(databaseUrl, row)
  await migrate(store)
  await store.close()
  return databaseUrl
}

it('keeps the sponsors of matters in an upgraded database, where by-laws have some too', async () => {
  const databaseUrl = await upgraded('0016')
  await runOn(databaseUrl, "insert into sponsorships (bylaw_id, name) values (1, 'Third')")
  expect(await rowsOf(databaseUrl, 'select * from sponsorships order by id')).toMatchObject([
    { id: 1, matter_id: 1, bylaw_id: null, name: 'First', is_primary: 1, classification: null },
    { id: 2, matter_id: 1, bylaw_id: null, name: 'Second', classification: 'cosponsor' },
    { id: 3, matter_id: null, bylaw_id: 1, name: 'Third', is_primary: 0 },
  ])
})

it('keeps introductions of New York classified as bills in an upgraded database', async () => {
  const databaseUrl = await upgraded('0017')
  const matters = await rowsOf(databaseUrl, 'select key, classification from matters order by id')
  expect(matters).toEqual([
    { key: 'x', classification: '[]' },
    { key: 'int', classification: '["bill"]' },
  ])
})
