import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemClock } from '../src/core/clock.ts'
import { load } from '../src/importers/load/load.ts'
import { addMunicipality } from '../src/importers/load/municipalities.ts'
import { backup } from '../src/store/backup.ts'
import { openReadStore } from '../src/store/open.ts'
import { freshStore } from './support/fresh-store.ts'
import { sourceOf, town, townRecords } from './support/town.ts'

it('copies a database that is in use, readable by its owner alone, and never over a file', async () => {
  const { store, databaseUrl, remove } = await freshStore()
  const target = await addMunicipality(store, town, systemClock)
  const source = sourceOf(townRecords())
  await load(store, { target, source, prune: false, dryRun: false, clock: systemClock })

  const file = `${databaseUrl.replace('sqlite:', '')}.copy`
  await backup(store, file)
  const copy = openReadStore(`sqlite:${file}`)
  const titles = (db: typeof copy.db) =>
    db.selectFrom('meetings').select(['id', 'title', 'date']).orderBy('id').execute()
  expect(await titles(copy.db)).toEqual(await titles(store.db))
  expect((await titles(copy.db)).length).toBe(45)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(backup(store, file)).rejects.toThrow('is there already')

  await copy.close()
  await remove()
})
