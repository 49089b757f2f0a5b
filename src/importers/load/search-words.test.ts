import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { matter } from '../../../test/support/imports/sidewalks.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const titled = (...titles: string[]) =>
  titles.map((title, at) => ({ ...matter, key: `x-${at}`, title }))
const words = async () => {
  const rows = await imports.store.db.selectFrom('search_vocabulary').select('word').execute()
  return rows.map(({ word }) => word).sort()
}

it('words that no text still has are forgotten once all texts were replaced', async () => {
  await imports.run(titled('Heron pond', 'Otter', 'Pond'))
  expect(await words()).toEqual(['heron', 'otter', 'pond'])
  await imports.run(titled('Crane pond', 'Otter', 'Pond'))
  expect(await words()).toEqual(['crane', 'heron', 'otter', 'pond'])
  await imports.run(titled('Crane pond', 'Badger', 'Marsh'))
  expect(await words()).toEqual(['badger', 'crane', 'marsh', 'pond'])
  await imports.run(titled('Crane pond', 'Weasel', 'Marsh'))
  expect(await words()).toContain('badger')
})
