import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { runOn } from '../../../test/support/database/inspector.ts'
import { importedTown } from '../../../test/support/imports/municipality.ts'
import { up } from '../../store/migrations/0009-person-counts.ts'
import { openWriteStore } from '../../store/open.ts'
import { personCounts } from '../../store/tables.ts'

it('adds up in an upgraded database what people did, as an import would have', async () => {
  const { databaseUrl, rows, remove } = await importedTown()
  const people = await rows('people')
  for (const name of personCounts) {
    expect(people.some((person) => person[name] !== 0)).toBe(true)
    await runOn(databaseUrl, `alter table people drop column ${name}`)
  }
  const upgraded = openWriteStore(databaseUrl)
  await up(upgraded.db as unknown as Kysely<unknown>)
  await upgraded.close()
  expect(await rows('people')).toEqual(people)
  await remove()
})
