import { expect, it, onTestFinished, vi } from 'vitest'
import { freshTown } from '../../../test/support/database/fresh-store.ts'
import { runOn } from '../../../test/support/database/inspector.ts'
import { databaseProblems } from '../../../test/support/database/problems.ts'
import { foundBy } from '../../../test/support/database/search.ts'
import { migrate } from '../open.ts'
import { rebuildSearch } from './index-documents.ts'
import { searchBounds } from './search.ts'

async function importedTown() {
  const town = await freshTown('sqlite')
  onTestFinished(town.remove)
  const { id } = await town.store.db
    .selectFrom('municipalities')
    .select('id')
    .executeTakeFirstOrThrow()
  const bounds = { ...searchBounds, rankedMax: 1 }
  const order = async () => {
    const found = await foundBy(town.store, { municipalityId: id, q: 'ditch', bounds })
    return found.map(({ kind, slug }) => `${kind} ${slug}`)
  }
  return { ...town, order }
}

it('an index that is built again has the order of an import', async () => {
  const { store, databaseUrl, order } = await importedTown()
  const imported = await order()
  expect(imported.length).toBeGreaterThan(80)
  await store.transaction((db) => rebuildSearch(db, store.dialect), 'record')
  expect(await order()).toEqual(imported)
  expect(await databaseProblems(databaseUrl)).toEqual([])
})

it('an index of another version is built again by the next command, once, and stays if that stops', async () => {
  const { store, databaseUrl, order } = await importedTown()
  const imported = await order()
  await runOn(databaseUrl, 'update search_state set version = 1')
  const failing = store.transaction(async (db) => {
    await rebuildSearch(db, store.dialect)
    throw new Error('stopped')
  }, 'record')
  await expect(failing).rejects.toThrow('stopped')
  expect(await order()).toEqual(imported)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await migrate(store)
  await migrate(store)
  expect(written.mock.calls.flat().join('')).toMatch(
    /^reeve: this version indexes \d+ texts again for search, once\n$/,
  )
  expect(await order()).toEqual(imported)
  expect(await databaseProblems(databaseUrl)).toEqual([])
})
