import { expect, it, onTestFinished } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { fill } from './fill.ts'
import { type Kind, tinyTown } from './shape.ts'

it('fills each table with the rows of its towns', async () => {
  const { store, remove } = await freshStore()
  onTestFinished(remove)
  const towns = [tinyTown('town-1'), tinyTown('town-2')]
  await fill(store, towns, 1)
  for (const kind of Object.keys(towns[0]?.counts ?? {}) as Kind[]) {
    const rows = await store.db.selectFrom(kind).select('id').execute()
    const filled = towns.reduce((all, { counts }) => all + counts[kind], 0)
    expect(rows, kind).toHaveLength(filled)
  }
})
