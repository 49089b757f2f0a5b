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

it('a matter is found by the body of its meeting, also after the meeting has another one', async () => {
  const bodies = ['Harbour Board', 'Orchard Panel'].map((name, n) => ({
    ...{ kind: 'organization', key: `o-${n}`, name },
  }))
  const records = (body: string) => [
    ...bodies,
    { kind: 'matter', key: 'x', title: 'Crane' },
    {
      ...{ kind: 'meeting', key: 'g', title: 'Sitting', date: '2024-02-06', status: 'completed' },
      organization_key: body,
    },
    {
      kind: 'agenda_item',
      key: 'i',
      meeting_key: 'g',
      matter_key: 'x',
      position: 1,
      title: 'Crane',
    },
  ]
  const marks = async () => {
    const rows = imports.store.db.selectFrom('search_documents').select('marks')
    return (await rows.where('kind', '=', 'matter').executeTakeFirstOrThrow()).marks
  }
  await imports.run(records('o-0'))
  const before = await marks()
  await imports.run(records('o-1'))
  expect(await marks()).not.toBe(before)
})
