import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { migrate, type WriteStore } from './open.ts'

async function run({ db }: WriteStore, text: string): Promise<Record<string, unknown>[]> {
  return (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows
}

async function indexesOf(store: WriteStore): Promise<string[]> {
  const rows = await run(
    store,
    store.dialect.name === 'sqlite'
      ? "select name from sqlite_schema where type = 'index'"
      : "select indexname as name from pg_indexes where schemaname = 'public'",
  )
  return rows.map(({ name }) => String(name)).sort()
}

it('replaces the indexes of combinations of filters in an existing database, and keeps all others', async () => {
  const { store, remove } = await freshStore()
  onTestFinished(remove)
  const fresh = await indexesOf(store)
  for (const name of fresh.filter((one) => one.endsWith('_filters')))
    await run(store, `drop index ${name}`)
  for (const index of [
    'motions_municipality_id_listed on motions (municipality_id, date desc, id desc)',
    'motions_decided_by_id_kind_votes_listed on motions (decided_by_id, kind, has_votes)',
    'bylaws_municipality_id_status_category_listed on bylaws (municipality_id, status_folded)',
    'votes_municipality_id_value_first on votes (municipality_id, value) where is_first = 1',
    'votes_decided_by_id_dissent_result_first on votes (decided_by_id, dissent)',
  ])
    await run(store, `create index ${index}`)
  await run(store, "delete from kysely_migration where name = '0004-filter-indexes'")
  expect(await migrate(store)).toEqual(['0004-filter-indexes'])
  expect(await indexesOf(store)).toEqual(fresh)
  expect(fresh).toContain('votes_meeting_id_first')
})
