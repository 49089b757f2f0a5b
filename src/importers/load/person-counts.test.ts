import { expect, it } from 'vitest'
import { importedTown } from '../../../test/support/imports.ts'
import { runOn } from '../../../test/support/inspector.ts'
import { migrate } from '../../store/open.ts'
import { personCounts } from '../../store/tables.ts'

it('adds up in an upgraded database what people did, as an import would have', async () => {
  const { databaseUrl, store, rows, remove } = await importedTown()
  const people = await rows('people')
  for (const name of personCounts) {
    expect(people.some((person) => person[name] !== 0)).toBe(true)
    await runOn(databaseUrl, `alter table people drop column ${name}`)
  }
  await runOn(databaseUrl, "delete from kysely_migration where name = '0009-person-counts'")
  expect(await migrate(store)).toEqual(['0009-person-counts'])
  expect(await rows('people')).toEqual(people)
  await remove()
})
