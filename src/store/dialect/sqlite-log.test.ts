import { statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { openReadStore, type ReadStore } from '../open.ts'

const description = 'Culverts of the north. '.repeat(50_000)
const matters = [1, 2, 3].map((key) => ({
  kind: 'matter',
  key: String(key),
  title: `Matter ${key}`,
  description,
}))
const parents = ['a', 'b'].map((key) => ({
  ...{ kind: 'organization', key, name: `Board ${key}` },
  parent_key: key === 'a' ? 'b' : 'a',
}))

let imports: Imports
// Like that of a service, without which the last command would delete the log.
let reader: ReadStore
beforeEach(async () => {
  imports = await freshImports()
  reader = openReadStore(imports.databaseUrl)
})
afterEach(async () => {
  await reader.close()
  await imports.remove()
})

const logSize = () => statSync(`${imports.databaseUrl.replace('sqlite:', '')}-wal`).size
const countMatters = async (db = reader.db) =>
  (await db.selectFrom('matters').select('id').execute()).length

describe('the log of a database that is being served', () => {
  it('takes no space after an import', async () => {
    await imports.run(matters)
    expect(logSize()).toBe(0)
    expect(await countMatters()).toBe(3)
  })

  it('takes no space after an import that failed while it was writing', async () => {
    await expect(imports.run([...matters, ...parents])).rejects.toThrow('1 error in')
    expect(logSize()).toBe(0)
    expect(await countMatters()).toBe(0)
  })

  it('is left to a reader that still needs it, and freed by the next import', async () => {
    await reader.read(async (db) => {
      expect(await countMatters(db)).toBe(0)
      await imports.run(matters)
      expect(await countMatters(db)).toBe(0)
    })
    expect(logSize()).toBeGreaterThan(description.length)
    await imports.run(matters)
    expect(logSize()).toBe(0)
    expect(await countMatters()).toBe(3)
  })
})
